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
    const ChosenRobot chosen = choose_robot(robot);
    return {1.0, static_cast<double>(chosen.findings.count(Severity::warning))};
  }
};

}  // namespace

std::unique_ptr<const JobKind> lint_job() { return std::make_unique<LintJob>(); }

}  // namespace erfd
