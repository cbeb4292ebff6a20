// Short programs for tests.
#pragma once

#include "erfd/program/lirl.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace erfd::test {

/// Declarations stand in line 3, statements begin in line 6.
inline std::string program_with(const std::string& variables, const std::string& statements) {
  return "program T;\nvar\n" + variables + "\nendvar\nseq\n" + statements + "\nendseq\n";
}

inline ReadProgram run(const std::string& text, const ProgramContext& context = {}) {
  return read_lirl(text, "", context);
}

/// A program that must be in order.
inline Program program_of(const std::string& text, const ProgramContext& context = {}) {
  ReadProgram result = run(text, context);
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.text() << "\n" << text;
  return std::move(result.program);
}

/// How long the waits of a program are [s]: the shortest way to see what an expression is worth.
inline std::vector<double> waits_of(const Program& program) {
  std::vector<double> waits;
  for (const Instruction& instruction : program.instructions) {
    if (const auto* wait = std::get_if<Wait>(&instruction.action)) waits.push_back(wait->duration);
  }
  return waits;
}
inline std::vector<double> waits_of(const std::string& variables, const std::string& statements,
                                    const ProgramContext& context = {}) {
  return waits_of(program_of(program_with(variables, statements), context));
}

/// What a number without unit is worth. It must be positive.
inline double value_of(const std::string& expression) {
  const std::vector<double> waits = waits_of("int: one = 1;", "wait " + expression + ";");
  EXPECT_EQ(waits.size(), 1U) << expression;
  return waits.size() == 1 ? waits[0] : 0;
}

inline const Move& move_of(const Program& program, std::size_t i) {
  return std::get<Move>(program.instructions.at(i).action);
}
inline const CartesianTarget& point_of(const Program& program, std::size_t i) {
  return std::get<CartesianTarget>(move_of(program, i).target);
}
inline const JointTarget& joint_of(const Program& program, std::size_t i) {
  return std::get<JointTarget>(move_of(program, i).target);
}

}  // namespace erfd::test
