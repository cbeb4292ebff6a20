#include "output.hpp"

#include "erfd/description/harmless.hpp"
#include "erfd/error.hpp"
#include "erfd/report/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <unistd.h>

namespace erfd {
namespace {

[[noreturn]] void fail(const std::string& path, int code) {
  throw Error(fmt::format("{}: cannot be written: {}", path, std::strerror(code)));
}

}  // namespace

TextStyle stdout_style() {
  const char* no_color = std::getenv("NO_COLOR");
  return {100, isatty(STDOUT_FILENO) == 1 && (no_color == nullptr || *no_color == '\0')};
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) fail("standard output", errno);
}

void talk(const std::string& text) {
  const std::string line = harmless(text) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);  // who closed it wants to hear nothing
}

void write_file(const std::string& path, const std::string& text, bool overwrite) {
  OutputFile file(path, overwrite);
  file.write(text);
  file.commit();
}

}  // namespace erfd
