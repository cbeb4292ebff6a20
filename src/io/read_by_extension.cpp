#include "io/read_by_extension.hpp"

#include "erfd/base/text_file.hpp"

#include <fmt/format.h>

namespace erfd {

constexpr std::size_t most_MiB = 4096;  // motions are long

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
  const TextFile file = read_text_file(path, "a motion", most_MiB);
  if (!file.ok()) {
    failed.findings.error("file-read", {}, file.problem);
    return failed;
  }
  return read(file.text, is_csv);
}

}  // namespace erfd
