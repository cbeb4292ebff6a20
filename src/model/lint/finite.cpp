// Every number of a description is finite.
#include "model/lint/rules.hpp"
#include "robot/fields.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace erfd::linting {
namespace {

template <class T>
bool finite(const T& value);

/// Looks for numbers of a row that are not finite.
struct FiniteRow : PassOver {
  void value(const Key&, const auto& value) { all = all && finite(value); }
  bool all = true;
};

template <class T>
bool finite(const T& value) {
  if constexpr (std::is_same_v<T, double>) {
    return std::isfinite(value);
  } else if constexpr (std::is_same_v<T, TorqueSpeedPoint>) {
    return std::isfinite(value.speed) && std::isfinite(value.torque);
  } else if constexpr (requires { value.begin(); }) {
    return std::ranges::all_of(value, [](const auto& part) { return finite(part); });
  } else {
    FiniteRow row;
    visit_fields(value, row);
    return row.all;
  }
}

/// Reports what is not finite; knows the place that the numbers of a table belong to.
class Finiteness : public PassOver {
 public:
  explicit Finiteness(Report& report) : report_(report) {}

  void in(std::string place, Location at) {
    place_ = std::move(place);
    at_ = at;
  }

  void field(const Key&, const Field<std::string>&) {}
  template <class T>
  void field(const Key& key, const Field<T>& field) {
    if (field) check(key.stem, *field);
  }
  void field(const Key& key, const Entry<Triple>& entry) { check(key.stem, entry); }
  void field(const JointKey& key, const Field<double>& number) {
    if (number) check(key.stem, *number);
  }
  void posture(const Key& key, const auto& numbers) { field(key, numbers); }
  void lone_field(const Key&, const Key& key, const auto& matrix) {
    in(robot_, {});
    field(key, matrix);
  }
  void range(const Key& key, const Field<double>& lower, const Field<double>& upper) {
    field(key, lower);
    field(key, upper);
  }
  void range(const JointKey&, const Field<double>& lower, const Field<double>& upper) {
    field(Key{"lower limit"}, lower);
    field(Key{"upper limit"}, upper);
  }

  void table(const Key& key, const BaseDescription& base) {
    in(std::string(key.stem), base.at);
    visit_fields(base, *this);
  }
  void table(const Key& key, const std::optional<ProgramDescription>& program) {
    if (!program) return;
    in(std::string(key.stem), program->at);
    visit_fields(*program, *this);
  }
  void table(const Key& key, const JointDescription& joint) { visit_inner(key, joint); }
  template <class Part>
  void table(const Key& key, const std::optional<Part>& part) {
    if (part) visit_inner(key, *part);
  }
  void table(const Key&, const std::optional<SceneDescription>&) {}
  void list(const Key&, const std::vector<VisualDescription>&) {}  // check_visuals() looks at them
  void list(const Key& key, const std::vector<GearElementDescription>& elements) {
    for (const GearElementDescription& element : elements) visit_inner(key, element);
  }
  template <class Part>
  void list(const Key& key, const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      in(fmt::format("{} '{}'", key.quantity, name_in_list(part, 0)), part.at);
      visit_fields(part, *this);
    }
  }

  bool check(const RobotDescription& robot) {
    robot_ = fmt::format("robot '{}'", robot.name);
    in(robot_, {});
    visit_parts(robot, *this);
    return all_;
  }

 private:
  void visit_inner(const Key& key, const auto& part) {
    inner_ = fmt::format("{}: ", key.stem);
    visit_fields(part, *this);
    inner_.clear();
  }

  template <class T>
  void check(std::string_view what, const Entry<T>& entry) {
    if (finite(entry.value)) return;
    all_ = false;
    report_.error("non-finite", place_or(entry.at, at_), no_owner,
                  fmt::format("{}: {}{} has a number that is not finite, expected ordinary numbers",
                              place_, inner_, what));
  }

  Report& report_;
  std::string robot_, place_, inner_;
  Location at_;
  bool all_ = true;
};

}  // namespace

bool check_finite(const RobotDescription& robot, Report& report) {
  return Finiteness(report).check(robot);
}

}  // namespace erfd::linting
