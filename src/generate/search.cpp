#include "generate/search.hpp"

#include <algorithm>
#include <utility>

namespace erfd::generate {
namespace {

/// Beyond this many links the order of elimination stays as it is: every try records anew.
constexpr std::size_t longest_order_search = 12;

/// Choices that improve step by step.
class Search {
 public:
  Search(Choices start, const CountSteps& count)
      : count_(count), best_(std::move(start)), cost_(cost(best_)) {}

  const Choices& best() const { return best_; }

  /// Keeps the changed choices if they need fewer operations.
  template <class Change>
  bool improves(const Change& change) {
    Choices tried = best_;
    change(tried);
    const int tried_cost = cost(tried);
    if (tried_cost >= cost_) return false;
    best_ = std::move(tried);
    cost_ = tried_cost;
    return true;
  }

 private:
  /// Operations first, then calls of sine and cosine.
  int cost(const Choices& choices) const {
    const StepCount c = count_(choices);
    return 100 * c.total() + c.sines;
  }

  const CountSteps& count_;
  Choices best_;
  int cost_;
};

bool choose_axes(Search& search, std::size_t i) {
  bool better = false;
  for (const Axes first : {Axes::link, Axes::seat})
    for (const Axes second : {Axes::link, Axes::seat})
      for (const bool twice : {false, true})
        better |= search.improves(
            [&](Choices& c) { c.links[i] = {first, second, twice, c.links[i].own_group}; });
  return better;
}

bool choose_all_axes(Search& search, std::size_t n) {
  bool better = false;
  for (std::size_t i = n; i-- > 0;) better |= choose_axes(search, i);
  return better;
}

bool choose_meeting(Search& search, std::size_t n) {
  bool better = false;
  for (std::size_t k = 0; k < n; ++k)
    better |= search.improves([&](Choices& c) { c.meeting = static_cast<int>(k); });
  return better;
}

bool choose_order(Search& search, std::size_t n) {
  bool better = false;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      better |= search.improves([&](Choices& c) {
        const int joint = c.order[i];
        c.order.erase(c.order.begin() + static_cast<std::ptrdiff_t>(i));
        c.order.insert(c.order.begin() + static_cast<std::ptrdiff_t>(k), joint);
      });
  return better;
}

std::vector<int> from_the_last(std::size_t n) {
  std::vector<int> order;
  for (std::size_t k = n; k-- > 0;) order.push_back(static_cast<int>(k));
  return order;
}

/// All passes from one start.
std::vector<FoundChoices> search_from(const Choices& start, const char* name,
                                      RobotFunction function, const CountSteps& count) {
  const std::size_t n = start.links.size();
  Search search(start, count);
  std::vector<FoundChoices> found;
  const auto keep = [&](const char* pass) { found.push_back({pass, search.best()}); };
  keep(name);
  if (function != RobotFunction::inertia_matrix) {
    while (choose_all_axes(search, n)) {
    }
    keep("loads in axes of link or seat");
  }
  if (function == RobotFunction::inertia_matrix || function == RobotFunction::forward_dynamics) {
    choose_meeting(search, n);
    keep("entries of H in a middle link");
  }
  if (function == RobotFunction::forward_dynamics && n <= longest_order_search) {
    while (choose_order(search, n)) {
    }
    keep("order of elimination");
  }
  return found;
}

}  // namespace

std::vector<FoundChoices> search_choices(const std::vector<RobotLink>& links,
                                         RobotFunction function, const CountSteps& count) {
  const std::size_t n = links.size();
  const Choices grouped{std::vector<LinkChoice>(n), 0, from_the_last(n)};
  std::vector<FoundChoices> found =
      search_from(grouped, "absolute angles of parallel axes", function, count);
  if (std::none_of(links.begin(), links.end(), [](const RobotLink& l) { return l.joins_group; }))
    return found;
  Choices alone = grouped;
  for (std::size_t i = 0; i < n; ++i) alone.links[i].own_group = links[i].joins_group;
  std::vector<FoundChoices> other =
      search_from(alone, "frames of leaves and base", function, count);
  const bool other_is_shorter =
      count(other.back().choices).total() < count(found.back().choices).total();
  return other_is_shorter ? other : found;
}

}  // namespace erfd::generate
