// Common factors, products and sums of a recording.
//
// A recording becomes sums of products: whatever is used once is opened. Then, as long as something is found:
//
//   k a b + k a c  →  k a (b + c)      within a sum: the factor that saves most multiplications        (1)
//   two terms that stand side by side in several sums get a name                                      (2)
//   two factors that stand side by side in several products get a name                                (3)
//
// What is best now may be in the way later: a few orders among equals are tried.
#include "generate/factor.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <unordered_map>

namespace erfd::generate {
namespace {

/// k times factors. A factor is a symbol: a step of the recording, or a new sum behind the last step.
struct Term {
  double k = 1;
  std::vector<int> factors;  ///< ascending
  int cost() const {
    return std::max(0, static_cast<int>(factors.size()) - 1) +
           (std::abs(k) != 1 && !factors.empty());
  }
};
using Sum = std::vector<Term>;

class Network {
 public:
  Network(const RecordedFunction& recorded, unsigned seed)
      : recorded_(recorded),
        steps_(recorded.trace.steps()),
        uses_(step_uses(recorded)),
        next_(static_cast<int>(steps_.size())),
        random_(seed) {
    for (const Traced& r : recorded.results)
      if (!r.is_constant()) open(r.node);
  }

  void shorten() {
    while (true) {
      factor_all();
      if (!name_terms() && !name_factors()) return;
    }
  }

  RecordedFunction rebuilt() {
    RecordedFunction r = recorded_;
    r.trace = {};
    r.results.clear();
    const Recording recording(r.trace);
    built_.clear();
    for (const Traced& result : recorded_.results) {
      if (result.is_constant()) {
        r.results.push_back(result);
        continue;
      }
      const Traced x = build(result.node);
      r.results.push_back(result.negative ? -x : x);
    }
    return r;
  }

 private:
  bool is_sum(int i) const {
    return steps_[i].step == Step::add || steps_[i].step == Step::subtract;
  }
  bool is_double(int i) const { return is_sum(i) && steps_[i].a == steps_[i].b; }
  bool is_product(int i) const { return steps_[i].step == Step::multiply; }

  /// Makes a symbol of a step that cannot be opened where it is used.
  void open(int i) {
    if (sums_.count(i) > 0) return;
    const TraceStep& s = steps_[i];
    if (s.step == Step::reciprocal || s.step == Step::root) {
      open(s.a);
      return;
    }
    if (!is_sum(i) && !is_product(i)) return;
    Sum& sum = sums_[i];
    sum = is_product(i) ? Sum{product(i)} : terms(i);
    const Sum copy = sum;  // open() may move the map's nodes' neighbours, never this copy
    for (const Term& term : copy)
      for (const int f : term.factors) open(f);
  }

  Term product(int i) const {
    Term term;
    append_factors(i, term);
    std::sort(term.factors.begin(), term.factors.end());
    return term;
  }
  void append_factors(int i, Term& term) const {
    for (const int x : {steps_[i].a, steps_[i].b}) {
      if (steps_[x].step == Step::constant) {
        term.k *= steps_[x].value;
      } else if (is_product(x) && uses_[x] == 1) {
        append_factors(x, term);
      } else {
        term.factors.push_back(x);
      }
    }
  }
  Sum terms(int i) const {
    Sum sum;
    if (is_double(i)) return {{2, {steps_[i].a}}};
    append_terms(i, 1, sum);
    return sum;
  }
  void append_terms(int i, double sign, Sum& sum) const {
    const TraceStep& s = steps_[i];
    for (const int x : {s.a, s.b}) {
      const double side = x == s.b && s.step == Step::subtract ? -sign : sign;
      if (steps_[x].step == Step::constant) {
        sum.push_back({side * steps_[x].value, {}});
      } else if (uses_[x] == 1 && is_product(x)) {
        Term term = product(x);
        term.k *= side;
        sum.push_back(term);
      } else if (uses_[x] == 1 && is_double(x)) {
        sum.push_back({2 * side, {steps_[x].a}});
      } else if (uses_[x] == 1 && is_sum(x)) {
        append_terms(x, side, sum);
      } else {
        sum.push_back({side, {x}});
      }
    }
  }

  int named(Sum sum) {
    sums_[next_] = std::move(sum);
    return next_++;
  }

  // (1)

  void factor_all() {
    for (bool better = true; better;) {
      better = false;
      std::vector<int> symbols;
      for (const auto& [symbol, sum] : sums_)
        if (sum.size() > 1) symbols.push_back(symbol);
      for (const int symbol : symbols)
        while (factor(symbol)) better = true;
    }
  }

  /// A factor, or a constant, and what taking it out saves.
  struct Candidate {
    int factor = -1;
    double constant = 0;
    int saving = 0;
  };

  Candidate best_factor(const Sum& sum) {
    std::map<int, int> by_factor;
    std::map<double, int> by_constant;
    for (const Term& term : sum) {
      for (std::size_t i = 0; i < term.factors.size(); ++i)
        if ((i == 0 || term.factors[i] != term.factors[i - 1]) && term.cost() > 0)
          ++by_factor[term.factors[i]];
      if (std::abs(term.k) != 1 && !term.factors.empty()) ++by_constant[std::abs(term.k)];
    }
    Candidate best;
    int equals = 0;
    const auto consider = [&](const Candidate& c) {
      if (c.saving <= 0 || c.saving < best.saving) return;
      equals = c.saving > best.saving ? 1 : equals + 1;
      if (random_() % static_cast<unsigned>(equals) == 0) best = c;
    };
    for (const auto& [factor, count] : by_factor) consider({factor, 0, count - 1});
    for (const auto& [constant, count] : by_constant) consider({-1, constant, count - 1});
    return best;
  }

  bool factor(int symbol) {
    const Candidate best = best_factor(sums_[symbol]);
    if (best.saving <= 0) return false;
    Sum inside, outside;
    for (Term term : sums_[symbol]) {
      if (best.factor < 0) {
        const bool has = std::abs(term.k) == best.constant && !term.factors.empty();
        if (has) term.k = std::copysign(1.0, term.k);
        (has ? inside : outside).push_back(term);
        continue;
      }
      const auto at = std::find(term.factors.begin(), term.factors.end(), best.factor);
      const bool has = at != term.factors.end() && term.cost() > 0;
      if (has) term.factors.erase(at);
      (has ? inside : outside).push_back(term);
    }
    const int name = named(std::move(inside));
    Term taken{best.factor < 0 ? best.constant : 1, {name}};
    if (best.factor >= 0) taken.factors.insert(taken.factors.begin(), best.factor);
    std::sort(taken.factors.begin(), taken.factors.end());
    outside.push_back(taken);
    sums_[symbol] = std::move(outside);
    return true;
  }

  // (2)

  bool name_terms() {
    std::map<std::pair<double, std::vector<int>>, int> ids;
    std::vector<Term> known;
    const auto id_of = [&](const Term& term) {
      const auto [at, is_new] =
          ids.try_emplace({std::abs(term.k), term.factors}, static_cast<int>(known.size()));
      if (is_new) known.push_back({std::abs(term.k), term.factors});
      return at->second;
    };
    std::unordered_map<std::uint64_t, int> counts;
    for (const auto& [symbol, sum] : sums_)
      for (std::size_t i = 0; i < sum.size(); ++i)
        for (std::size_t j = i + 1; j < sum.size(); ++j)
          ++counts[pair_key(id_of(sum[i]), id_of(sum[j]), (sum[i].k < 0) != (sum[j].k < 0))];
    const auto weight = [&](std::uint64_t key, int count) {
      return (count - 1) * (1 + known[key >> 33].cost() + known[(key >> 1) & 0xFFFFFFFF].cost());
    };
    const std::optional<std::uint64_t> best = heaviest(counts, weight);
    if (!best) return false;
    Term first = known[*best >> 33], second = known[(*best >> 1) & 0xFFFFFFFF];
    if ((*best & 1) != 0) second.k = -second.k;
    replace_terms(first, second);
    return true;
  }

  static std::uint64_t pair_key(int a, int b, bool opposite) {
    const auto low = static_cast<std::uint64_t>(std::min(a, b)),
               high = static_cast<std::uint64_t>(std::max(a, b));
    return low << 33 | high << 1 | (opposite ? 1u : 0u);
  }

  template <class Counts, class Weight>
  std::optional<std::uint64_t> heaviest(const Counts& counts, const Weight& weight) {
    int most = 0;
    std::vector<std::uint64_t> best;
    for (const auto& [key, count] : counts) {
      if (count < 2) continue;
      const int w = weight(key, count);
      if (w > most) best.clear();
      most = std::max(most, w);
      if (w == most) best.push_back(key);
    }
    if (best.empty()) return std::nullopt;
    std::sort(best.begin(), best.end());  // the same on every machine
    return best[random_() % best.size()];
  }

  static int find(const Sum& sum, const Term& term, int other_than) {
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (static_cast<int>(i) != other_than && sum[i].factors == term.factors &&
          std::abs(sum[i].k) == std::abs(term.k))
        return static_cast<int>(i);
    return -1;
  }

  void replace_terms(const Term& first, const Term& second) {
    const int name = named({first, second});
    const bool opposite = (first.k < 0) != (second.k < 0);
    for (auto& [symbol, sum] : sums_) {
      if (symbol == name) continue;
      const int i = find(sum, first, -1), j = i < 0 ? -1 : find(sum, second, i);
      if (j < 0 || ((sum[i].k < 0) != (sum[j].k < 0)) != opposite) continue;
      const double sign = (sum[i].k < 0) == (first.k < 0) ? 1 : -1;
      sum.erase(sum.begin() + std::max(i, j));
      sum.erase(sum.begin() + std::min(i, j));
      sum.push_back({sign, {name}});
    }
  }

  // (3)

  bool name_factors() {
    std::unordered_map<std::uint64_t, int> counts;
    for (const auto& [symbol, sum] : sums_)
      for (const Term& term : sum)
        for (std::size_t i = 0; i < term.factors.size(); ++i)
          for (std::size_t j = i + 1; j < term.factors.size(); ++j)
            ++counts[pair_key(term.factors[i], term.factors[j], false)];
    const std::optional<std::uint64_t> best =
        heaviest(counts, [](std::uint64_t, int count) { return count - 1; });
    if (!best) return false;
    const int a = static_cast<int>(*best >> 33), b = static_cast<int>(*best >> 1 & 0xFFFFFFFF);
    const int name = named({{1, {a, b}}});
    for (auto& [symbol, sum] : sums_)
      if (symbol != name)
        for (Term& term : sum) take_pair(term.factors, a, b, name);
    return true;
  }

  static void take_pair(std::vector<int>& factors, int a, int b, int name) {
    const auto first = std::find(factors.begin(), factors.end(), a);
    if (first == factors.end()) return;
    const auto second = std::find(a == b ? first + 1 : factors.begin(), factors.end(), b);
    if (second == factors.end()) return;
    factors.erase(std::max(first, second));
    factors.erase(std::min(first, second));
    factors.insert(std::lower_bound(factors.begin(), factors.end(), name), name);
  }

  Traced build(int symbol) {
    if (const auto known = built_.find(symbol); known != built_.end()) return known->second;
    Traced result;
    if (const auto sum = sums_.find(symbol); sum != sums_.end()) {
      for (const Term& term : sum->second) {
        Traced x = 1.0;
        for (const int f : term.factors) x *= build(f);
        result += Traced(term.k) * x;
      }
    } else {
      result = build_step(steps_[symbol]);
    }
    return built_[symbol] = result;
  }
  Traced build_step(const TraceStep& s) {
    switch (s.step) {
      case Step::constant:
        return s.value;
      case Step::input:
        return Traced::input(s.a);
      case Step::add:  // inside an angle
        return build(s.a) + build(s.b);
      case Step::subtract:
        return build(s.a) - build(s.b);
      case Step::multiply:
        return build(s.a) * build(s.b);
      case Step::reciprocal:
        return Traced(1.0) / build(s.a);
      case Step::sine:
        return sin(build(s.a) + Traced(s.value));
      case Step::cosine:
        return cos(build(s.a) + Traced(s.value));
      case Step::root:
        break;
    }
    return sqrt(build(s.a));
  }

  const RecordedFunction& recorded_;
  const std::vector<TraceStep>& steps_;
  const std::vector<int> uses_;
  std::map<int, Sum> sums_;
  int next_;
  std::minstd_rand random_;
  std::unordered_map<int, Traced> built_;
};

/// Every naming looks at all pairs: longer recordings stay as they are, and the longer the fewer orders are tried.
constexpr int longest = 3000;
int orders_for(int operations) { return operations > longest ? 0 : operations > 1500 ? 2 : 8; }

}  // namespace

RecordedFunction factored(const RecordedFunction& recorded) {
  RecordedFunction best = recorded;
  int least = count_steps(recorded).total();
  const int orders = orders_for(least);
  for (int seed = 1; seed <= orders; ++seed) {
    Network network(recorded, static_cast<unsigned>(seed));
    network.shorten();
    RecordedFunction tried = network.rebuilt();
    const int count = count_steps(tried).total();
    if (count >= least) continue;
    least = count;
    best = std::move(tried);
  }
  return best;
}

}  // namespace erfd::generate
