#include "erfd/robot/origins.hpp"

#include "robot/fields.hpp"

#include <algorithm>

namespace erfd {
namespace {

/// Collects the origins of all numbers that are given.
class Collector : public PassOver {
 public:
  template <class T>
  void field(const Key& key, const Field<T>& field) {
    if (field && !key.quantity.empty())
      found_.push_back({owner_, prefix_ + std::string(key.quantity), field->from});
  }
  void field(const Key&, const Entry<Triple>&) {}
  void field(const JointKey& key, const Field<double>& number) { field(key.as({}), number); }
  void posture(const Key& key, const auto& numbers) { field(key, numbers); }
  void range(const Key& key, const Field<double>& lower, const auto&) { field(key, lower); }
  void range(const JointKey& key, const Field<double>& lower, const auto&) { field(key, lower); }
  void lone_field(const Key& table, const Key& key, const auto& matrix) {
    owner_ = table.stem;
    field(key, matrix);
  }

  void table(const Key&, const JointDescription& joint) {
    owner_ = "joint " + joint.name;
    visit_fields(joint, *this);
  }
  void table(const Key& key, const std::optional<PayloadDescription>& payload) {
    prefix_ = std::string(key.stem) + " ";
    if (payload) visit_fields(*payload, *this);
    prefix_.clear();
  }
  void table(const Key&, const std::optional<SceneDescription>&) {}
  void table(const Key& key, const BaseDescription& base) { visit_owner(key, base); }
  void table(const Key& key, const std::optional<ProgramDescription>& program) {
    if (program) visit_owner(key, *program);
  }
  template <class Part>
  void table(const Key&, const std::optional<Part>& part) {
    if (part) visit_fields(*part, *this);
  }
  void list(const Key&, const std::vector<VisualDescription>&) {}
  template <class Part>
  void list(const Key& key, const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      if (!key.quantity.empty()) owner_ = std::string(key.quantity) + " " + name_in_list(part, 0);
      visit_fields(part, *this);
    }
  }

  std::vector<NumberOrigin> take() { return std::move(found_); }

 private:
  void visit_owner(const Key& key, const auto& part) {
    owner_ = key.quantity;
    visit_fields(part, *this);
  }

  std::string owner_, prefix_;
  std::vector<NumberOrigin> found_;
};

}  // namespace

std::vector<NumberOrigin> origins(const RobotDescription& robot) {
  Collector collector;
  visit_parts(robot, collector);
  return collector.take();
}

std::string_view origin_of(const Provenance& from) {
  return from.estimated        ? "estimated"
         : from.measured       ? "measured"
         : from.source.empty() ? "not said"
                               : "published";
}

OriginCounts count_origins(const std::vector<NumberOrigin>& origins) {
  OriginCounts counts;
  for (const NumberOrigin& origin : origins) {
    const std::string_view kind = origin_of(origin.from);
    ++(kind == "estimated"   ? counts.estimated
       : kind == "measured"  ? counts.measured
       : kind == "published" ? counts.published
                             : counts.unsaid);
  }
  return counts;
}

std::vector<SourceCount> sources(const std::vector<NumberOrigin>& origins) {
  std::vector<SourceCount> counts;
  for (const NumberOrigin& origin : origins) {
    auto found = std::find_if(counts.begin(), counts.end(),
                              [&](const SourceCount& c) { return c.source == origin.from.source; });
    if (found == counts.end()) found = counts.insert(counts.end(), {origin.from.source, 0});
    ++found->numbers;
  }
  return counts;
}

std::vector<Remark> remarks(const std::vector<NumberOrigin>& origins, bool estimated) {
  std::vector<Remark> found;
  for (const NumberOrigin& origin : origins) {
    if (origin.from.estimated != estimated || (!estimated && origin.from.note.empty())) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const Remark& r) {
      return r.owner == origin.owner && r.note == origin.from.note;
    });
    if (same == found.end())
      found.push_back({origin.owner, origin.quantity, origin.from.note});
    else
      same->quantities += ", " + origin.quantity;
  }
  return found;
}

}  // namespace erfd
