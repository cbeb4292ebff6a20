// Any bytes may be a robot file: reading them must end in a description or in findings, never in a
// crash. A file without errors must survive writing and reading.
#include "erfd/robot/read.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const erfd::ReadResult first = erfd::read_robot_toml(text, "fuzz.toml");
  if (first.findings.has_errors()) return 0;

  const std::string written = erfd::write_robot_toml(first.robot);
  const erfd::ReadResult second = erfd::read_robot_toml(written, "written.toml");
  const bool same =
      !second.findings.has_errors() && erfd::write_robot_toml(second.robot) == written;
  if (same) return 0;
  std::fprintf(stderr, "%s\n%s\n", written.c_str(), second.findings.text().c_str());
  std::abort();
}
