#include "input/standard_input.hpp"

#include "erfd/base/error.hpp"

#include <cerrno>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

namespace erfd {
namespace {

constexpr std::size_t most_bytes = 1 << 28;  // a motion of hours
std::optional<std::string> taken;

}  // namespace

void take_standard_input() {
  std::string text;
  for (char bytes[1 << 16];;) {
    const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw Error(fmt::format("{}: cannot be read: {}", standard_input_name, std::strerror(errno)));
    if (count == 0) break;
    text.append(bytes, static_cast<std::size_t>(count));
    if (text.size() > most_bytes)
      throw Error(fmt::format("{}: has more than 256 MiB, expected a text", standard_input_name));
  }
  taken = std::move(text);
}

const std::string& standard_input() {
  if (!taken) throw Error("-: standard input is not read here, expected a name or a file");
  return *taken;
}

}  // namespace erfd
