// erfd optimise as a job: the least time of the program on its own paths.
#include "erfd/verification/fastest_runs.hpp"

#include "sweep/job_kind.hpp"

#include <limits>

namespace erfd {
namespace {

class OptimiseJob : public JobKind {
 public:
  std::vector<ResultColumn> columns() const override {
    return {{"achievable", "", {}, true},
            {"asked_time", "s", {}},
            {"fastest_time", "s", {}},
            {"runs_without", "", {}}};
  }

  std::vector<double> run(const RobotChoice& robot, const ProgramChoice& program) const override {
    const Case judged = read_case(robot, program);
    const Verification v = verify(judged.program, judged.plan, judged.model, judged.drives, {});
    if (!judged.plan.complete) {  // no way, so no least time on it
      constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
      return {0.0, nothing, nothing, nothing};
    }
    double time = v.asked_time;
    int without = 0;
    for (const FastestRun& run : fastest_runs(judged, v)) {
      if (run.fastest && run.fastest->found)
        time += run.fastest->duration - run.asked_time;
      else
        ++without;
    }
    return {v.achievable ? 1.0 : 0.0, v.asked_time, time, static_cast<double>(without)};
  }
};

}  // namespace

std::unique_ptr<const JobKind> optimise_job(const RobotChoice&, const ProgramChoice& program) {
  demand_program(program, "optimise");
  return std::make_unique<OptimiseJob>();
}

}  // namespace erfd
