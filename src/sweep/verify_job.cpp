// erfd verify as a job: verdict, times, worst limit, and the load of every line.
#include "erfd/base/units.hpp"

#include "sweep/job_kind.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> limit_words() {
  std::vector<std::string> words;
  for (unsigned limit = 0; limit < limit_count; ++limit)
    words.emplace_back(id_of(static_cast<Limit>(limit)));
  return words;
}

int line_of(const Case& judged, const MoveVerdict& move) {
  return judged.program.instructions[static_cast<std::size_t>(move.instruction)].at.line;
}

/// What a move needs of its nearest limit; infinite where the limit is no number: a target out of reach.
double load_of(const MoveVerdict& move) {
  const double ratio = move.worst.ratio;
  return move.achievable || ratio > 1 ? ratio : std::numeric_limits<double>::infinity();
}

class VerifyJob : public JobKind {
 public:
  explicit VerifyJob(const Case& nominal) {
    for (const Instruction& instruction : nominal.program.instructions)
      if (std::holds_alternative<Move>(instruction.action))
        ratio_of_line_.emplace(instruction.at.line, nothing);
  }

  std::vector<ResultColumn> columns() const override {
    std::vector<ResultColumn> columns{
        {"achievable", "", {}, true},       {"asked_time", "s", {}}, {"achieved_time", "s", {}},
        {"path_error", "mm", {}},           {"worst_ratio", "", {}}, {"worst_line", "", {}},
        {"worst_limit", "", limit_words()}, {"worst_motor", "", {}}};
    for (const auto& [line, ratio] : ratio_of_line_)
      columns.push_back({fmt::format("line_{}_ratio", line), "", {}});
    return columns;
  }

  std::vector<double> run(const RobotChoice& robot, const ProgramChoice& program) const override {
    const Case judged = read_case(robot, program);
    const Verification v = verify(judged.program, judged.plan, judged.model, judged.drives, {});
    if (!v.fault.empty()) throw Error(v.fault);
    std::map<int, double> ratios = ratio_of_line_;
    const MoveVerdict* worst = nullptr;
    double path_error = 0;
    for (const MoveVerdict& move : v.moves) {
      const auto line = ratios.find(line_of(judged, move));
      if (line != ratios.end()) line->second = std::fmax(line->second, load_of(move));
      if (worst == nullptr || load_of(move) > load_of(*worst)) worst = &move;
      path_error = std::max(path_error, move.path_error);
    }
    // A program that cannot be planned to its end has no time.
    const bool whole = judged.plan.complete;
    std::vector<double> numbers{v.anything_judged ? (v.achievable ? 1.0 : 0.0) : nothing,
                                whole ? v.asked_time : nothing, whole ? v.achieved_time : nothing,
                                whole ? path_error / millimetre : nothing};
    if (worst != nullptr)
      numbers.insert(numbers.end(), {load_of(*worst), static_cast<double>(line_of(judged, *worst)),
                                     static_cast<double>(worst->worst.limit),
                                     worst->worst.motor < 0 ? nothing : worst->worst.motor + 1.0});
    else
      numbers.insert(numbers.end(), {nothing, nothing, nothing, nothing});
    for (const auto& [line, ratio] : ratios) numbers.push_back(ratio);
    return numbers;
  }

 private:
  std::map<int, double> ratio_of_line_;  ///< lines with moves, each with nothing
};

}  // namespace

std::unique_ptr<const JobKind> verify_job(const RobotChoice& robot, const ProgramChoice& program) {
  demand_program(program, "verify");
  return std::make_unique<VerifyJob>(read_case(robot, program));
}

}  // namespace erfd
