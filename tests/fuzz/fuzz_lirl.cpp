// Any bytes may be a program: reading and running them ends in a program or in findings, in a time
// that the budgets bound. Every finding has its place, every number of a program is finite.
#include "erfd/base/source_text.hpp"
#include "erfd/program/lirl.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

void demand(bool holds, const char* law, const std::string& details) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n%s\n", law, details.c_str());
  std::abort();
}

erfd::ProgramContext small_context() {
  erfd::ProgramContext context;
  context.axes[2] = erfd::JointKind::prismatic;
  context.configurations = {4, 8};
  context.tools["gripper"] = {};
  context.inputs["ready"] = true;
  context.inputs["n"] = std::int64_t{3};
  context.flange_at = [](const erfd::VectorX<double>& q) {
    erfd::Pose<double> X_WF;
    X_WF.R = erfd::rotation_z(q[0]) * erfd::rotation_y(q[1]);
    X_WF.p << 0.5 + q[2], 0.1, 0.3;
    return X_WF;
  };
  context.most_statements = 1000;
  context.most_calls = 50;
  context.most_instructions = 200;
  context.most_elements = 1000;
  return context;
}

bool is_finite(const erfd::Pose<double>& X) { return X.R.allFinite() && X.p.allFinite(); }

bool is_finite(const erfd::Target& target) {
  if (const auto* point = std::get_if<erfd::CartesianTarget>(&target)) {
    return is_finite(point->X_BaseT);
  }
  for (const auto& q : std::get<erfd::JointTarget>(target).q) {
    if (q && !std::isfinite(*q)) return false;
  }
  return true;
}

bool is_finite(const erfd::Instruction& instruction) {
  const erfd::Conditions& c = instruction.conditions;
  const bool conditions = is_finite(c.X_WBase) && (!c.X_FlangeT || is_finite(*c.X_FlangeT)) &&
                          c.gripped.com.allFinite() && c.gripped.I_com.allFinite() &&
                          (!c.wrench || c.wrench->F.vector().allFinite());
  if (const auto* wait = std::get_if<erfd::Wait>(&instruction.action)) {
    return conditions && std::isfinite(wait->duration) && wait->duration > 0;
  }
  const auto& move = std::get<erfd::Move>(instruction.action);
  return conditions && is_finite(move.target) && (!move.via || is_finite(move.via->X_BaseT)) &&
         std::isfinite(move.fly_by_size);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const erfd::ProgramContext context = small_context();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const erfd::ReadProgram read = erfd::read_lirl(text, "fuzz.irl", context);
  for (const erfd::Diagnostic& finding : read.findings.all()) {
    demand(finding.at.line >= 1 && finding.at.column >= 1, "a finding has line and column",
           finding.message);
  }
  demand(read.findings.count(erfd::Severity::error) <= 20, "twenty errors at most",
         read.findings.text());
  erfd::text_with_source(read.findings, read.program.lines);
  for (const erfd::Instruction& instruction : read.program.instructions) {
    demand(is_finite(instruction), "every number of a program is finite",
           "line " + std::to_string(instruction.at.line));
  }
  return 0;
}
