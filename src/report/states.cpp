#include "erfd/report/states.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace erfd {

State rest_state(const Model& model) {
  const VectorX<double> zero = VectorX<double>::Zero(model.nv());
  return {0, model.neutral(), zero, zero, zero};
}

ReadStates read_states_file(const std::string& path, const Model& model) {
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
  return is_csv ? read_states_csv(text.str(), path, model)
                : read_states_json(text.str(), path, model);
}

}  // namespace erfd
