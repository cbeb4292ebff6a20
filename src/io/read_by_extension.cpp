#include "io/read_by_extension.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace erfd {

ReadStates read_by_extension(
    const std::string& path,
    const std::function<ReadStates(const std::string& text, bool is_csv)>& read) {
  ReadStates failed;
  failed.findings = Diagnostics(path);
  const bool is_csv = path.ends_with(".csv"), is_json = path.ends_with(".json");
  if (!is_csv && !is_json) {
    failed.findings.error("file-kind", {}, "states are read from files named *.csv or *.json");
    return failed;
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file.is_open() || file.bad() || errno != 0) {
    failed.findings.error("file-read", {}, fmt::format("cannot be read: {}", std::strerror(errno)));
    return failed;
  }
  return read(text.str(), is_csv);
}

}  // namespace erfd
