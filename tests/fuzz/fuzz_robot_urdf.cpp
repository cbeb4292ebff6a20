// Any bytes as URDF: no crash, every finding has a place, and what is read can be written and read
// again unchanged.
#include "erfd/robot/read.hpp"

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

void demand_places(const erfd::Diagnostics& findings) {
  for (const erfd::Diagnostic& finding : findings.all()) {
    demand(finding.at.line >= 1 && finding.at.column >= 1, "a finding has line and column",
           finding.message);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const erfd::ReadResult first = erfd::read_robot_urdf(text, "fuzz.urdf");
  demand_places(first.findings);
  if (first.findings.has_errors()) return 0;

  erfd::Diagnostics lost;
  const std::string written = erfd::write_robot_urdf(first.robot, lost);
  const erfd::ReadResult second = erfd::read_robot_urdf(written, "written.urdf");
  demand(!second.findings.has_errors(), "what is written can be read",
         second.findings.text() + "\n" + written);
  const std::string again = erfd::write_robot_urdf(second.robot, lost);
  demand(written == again, "writing is a fixed point", written + "\n" + again);
  return 0;
}
