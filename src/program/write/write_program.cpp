#include "erfd/program/write_program.hpp"

#include "erfd/base/text.hpp"
#include "erfd/base/units.hpp"

#include "base/lower_case.hpp"
#include "program/write/writer.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

namespace erfd {

PrincipalLoad principal(const Payload& load) {
  PrincipalLoad made{load.mass, load.com, Matrix3<double>::Identity(), load.I_com.diagonal()};
  const Matrix3<double> off = load.I_com - Matrix3<double>(load.I_com.diagonal().asDiagonal());
  if (off.cwiseAbs().maxCoeff() <= 1e-15 * load.I_com.cwiseAbs().maxCoeff()) return made;
  const Eigen::SelfAdjointEigenSolver<Matrix3<double>> solver(load.I_com);
  made.axes = solver.eigenvectors();
  if (made.axes.determinant() < 0) made.axes.col(0) *= -1;
  made.moments = solver.eigenvalues().cwiseMax(0);
  return made;
}

std::string plain(double value) {
  const double near = std::round(value * 1e9) / 1e9;
  const bool rounds = std::abs(value - near) <= 1e-12 * std::max(1.0, std::abs(value));
  return shortest(rounds ? near + 0.0 : value);
}

bool is_same(const Pose<double>& a, const Pose<double>& b) { return a.R == b.R && a.p == b.p; }

bool is_same(const Payload& a, const Payload& b) {
  return a.mass == b.mass && a.com == b.com && a.I_com == b.I_com;
}

ProgramWriter::ProgramWriter(const Program& program, const WriteSettings& settings,
                             Diagnostics& lost)
    : program_(program), settings_(settings), lost_(lost) {}

ProgramText ProgramWriter::write() {
  for (const Instruction& instruction : program_.instructions) {
    at_ = instruction.at;
    conditions(instruction.conditions);
    held_ = instruction.conditions;
    if (const auto* const m = std::get_if<Move>(&instruction.action))
      move(*m);
    else
      wait(std::get<Wait>(instruction.action).duration);
  }
  return file();
}

void ProgramWriter::lose(const std::string& what) {
  if (told_.insert(what).second) lost_.warning("W0701", at_, what);
}

std::vector<std::optional<double>> ProgramWriter::positions(const JointTarget& target,
                                                            bool of_maker) const {
  std::vector<std::optional<double>> made(target.q.size());
  for (std::size_t i = 0; i < target.q.size(); ++i) {
    if (!target.q[i]) continue;
    const bool his = of_maker && i < settings_.maker_axes.size();
    const double q = his ? settings_.maker_axes[i].his(*target.q[i]) : *target.q[i];
    const bool slides = i < settings_.axes.size() && is_length(settings_.axes[i]);
    made[i] = q / (slides ? millimetre : degree);
  }
  return made;
}

Pose<double> ProgramWriter::tool_of(const Conditions& c) const {
  return c.X_FlangeT.value_or(settings_.X_FlangeT);
}

double ProgramWriter::acceleration_of(const Move& m) const {
  return m.limits.acceleration.value_or(settings_.acceleration) *
         m.limits.acceleration_share.value_or(1);
}

double ProgramWriter::turn_speed_of(const Move& m) const {
  return m.limits.turn_speed.value_or(settings_.turn_speed);
}

WrittenProgram write_program(const Program& program, std::string_view language,
                             const WriteSettings& settings) {
  const std::string name = lower_case(std::string(language));
  WrittenProgram made{{}, Diagnostics(program.file)};
  if (name == "l-irl" || name == "lirl" || name == "irl")
    made.files.push_back(write_lirl(program, settings, made.lost));
  else if (name == "rapid")
    made.files.push_back(write_rapid(program, settings, made.lost));
  else if (name == "krl")
    made.files.push_back(write_krl(program, settings, made.lost));
  else
    throw Error(
        fmt::format("'{}' is no language of programs; expected lirl, rapid or krl", language));
  made.lost.sort();
  return made;
}

}  // namespace erfd
