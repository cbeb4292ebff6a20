#include "erfd/report/plan_csv.hpp"

#include "erfd/dynamics/felt.hpp"
#include "erfd/io/csv.hpp"
#include "erfd/motion/plan.hpp"

#include "report/verdict/cycle_columns.hpp"

namespace erfd {

std::string plan_csv(const Program& program, const Plan& plan, const Model& model) {
  const LoadColumns loads(program, plan);
  const PlanRates rates = rates_of(plan);
  std::vector<std::string> heads = {"time_s", "move"};
  add_joint_heads(model, "q", "rad", "m", heads);
  add_joint_heads(model, "qd", "rad_s", "m_s", heads);
  add_joint_heads(model, "qdd", "rad_s2", "m_s2", heads);
  loads.add_heads(heads);
  add_felt_heads(model, heads);
  add_pose_heads(heads);
  const MatrixX<double> felt = felt_in_cycles(model, plan.q, rates.qd, rates.qdd, plan.period);
  std::vector<std::vector<double>> rows;
  for (int k = 0; k < plan.samples(); ++k) {
    const int move = plan.move[static_cast<std::size_t>(k)];
    std::vector<double> row = {k * plan.period, move + 1.0};
    append(plan.q.col(k), row);
    append(rates.qd.col(k), row);
    append(rates.qdd.col(k), row);
    loads.append(move, row);
    append_felt(model, felt.col(k), row);
    append(plan.X_WT[static_cast<std::size_t>(k)], row);
    rows.push_back(std::move(row));
  }
  return write_csv(heads, rows);
}

}  // namespace erfd
