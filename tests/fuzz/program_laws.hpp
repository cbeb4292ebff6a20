// What fuzzed programs of every language must hold.
#pragma once

#include "erfd/base/source_text.hpp"
#include "erfd/program/read_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace erfd::test {

inline void demand(bool holds, const char* law, const std::string& details) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n%s\n", law, details.c_str());
  std::abort();
}

inline ProgramContext small_context() {
  ProgramContext context;
  context.axes[2] = JointKind::prismatic;
  context.configurations = {4, 8};
  context.tools["gripper"] = {};
  context.inputs["ready"] = true;
  context.inputs["n"] = std::int64_t{3};
  context.flange_at = [](const VectorX<double>& q) {
    Pose<double> X_WF;
    X_WF.R = rotation_z(q[0]) * rotation_y(q[1]);
    X_WF.p << 0.5 + q[2], 0.1, 0.3;
    return X_WF;
  };
  context.most_statements = 1000;
  context.most_calls = 50;
  context.most_instructions = 200;
  context.most_elements = 1000;
  return context;
}

/// Reads a program with those values from outside that it asks for: one that it does not ask for is refused.
template <class Read>
ReadProgram read_as_asked(ProgramContext context, Read&& read) {
  for (;;) {
    ReadProgram program = read(context);
    const auto refused = [&](const auto& input) {
      const std::string words = "input '" + input.first + "'";
      const auto& all = program.findings.all();
      return std::any_of(all.begin(), all.end(), [&](const Diagnostic& finding) {
        return finding.message.starts_with(words);
      });
    };
    if (std::erase_if(context.inputs, refused) == 0) return program;
  }
}

inline bool is_finite(const Pose<double>& X) { return X.R.allFinite() && X.p.allFinite(); }

inline bool is_finite(const Target& target) {
  if (const auto* point = std::get_if<CartesianTarget>(&target)) {
    return is_finite(point->X_BaseT);
  }
  for (const auto& q : std::get<JointTarget>(target).q) {
    if (q && !std::isfinite(*q)) return false;
  }
  return true;
}

inline bool is_finite(const Instruction& instruction) {
  const Conditions& c = instruction.conditions;
  const bool conditions = is_finite(c.X_WBase) && (!c.X_FlangeT || is_finite(*c.X_FlangeT)) &&
                          c.gripped.com.allFinite() && c.gripped.I_com.allFinite() &&
                          (!c.wrench || c.wrench->F.vector().allFinite());
  if (const auto* wait = std::get_if<Wait>(&instruction.action)) {
    return conditions && std::isfinite(wait->duration) && wait->duration > 0;
  }
  const auto& move = std::get<Move>(instruction.action);
  return conditions && is_finite(move.target) && (!move.via || is_finite(move.via->X_BaseT)) &&
         std::isfinite(move.fly_by_size);
}

/// What holds for every program and whatever was noticed about it.
inline void demand_laws(const ReadProgram& read) {
  for (const Diagnostic& finding : read.findings.all()) {
    demand(finding.at.line >= 0 && finding.at.column >= 0, "a place is none or counts from 1",
           finding.message);
  }
  demand(read.findings.count(Severity::error) <= 20, "twenty errors at most", read.findings.text());
  text_with_source(read.findings, read.program.lines);
  for (const Instruction& instruction : read.program.instructions) {
    demand(is_finite(instruction), "every number of a program is finite",
           "line " + std::to_string(instruction.at.line));
  }
}

}  // namespace erfd::test
