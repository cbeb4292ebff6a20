// erfd lint as a job: what is noticed about the robot.
#include "sweep/job_kind.hpp"

namespace erfd {
namespace {

class LintJob : public JobKind {
 public:
  std::vector<ResultColumn> columns() const override {
    return {{"sound", "", {}, true}, {"warnings", "", {}}};
  }

  std::vector<double> run(const RobotChoice& robot, const ProgramChoice&) const override {
    const auto warnings = [](const Diagnostics& findings) {
      return static_cast<double>(findings.count(Severity::warning));
    };
    try {
      return {1.0, warnings(choose_robot(robot).findings)};
    } catch (const FileError& unsound) {  // which is an answer
      return {0.0, warnings(unsound.findings())};
    }
  }
};

}  // namespace

std::unique_ptr<const JobKind> lint_job() { return std::make_unique<LintJob>(); }

}  // namespace erfd
