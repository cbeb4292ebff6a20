#include "output/output.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/harmless.hpp"
#include "erfd/io/output_file.hpp"
#include "erfd/report/page.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

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

void make_folder(const std::string& path) {
  std::error_code failed;
  fs::create_directories(path, failed);
  if (failed) throw Error(fmt::format("{}: cannot be made: {}", path, failed.message()));
}

void check_output(const std::string& path, bool overwrite) {
  const OutputFile probe(path, overwrite);  // its part is taken away with it
}

void check_report(const std::string& path, bool overwrite) {
  require_page();
  check_output(path, overwrite);
}

void check_output_folder(const std::string& path, const std::vector<std::string>& names,
                         bool overwrite) {
  std::error_code ignored;
  fs::path made;  // the outermost folder that is not there yet
  for (fs::path p = fs::absolute(path); !fs::exists(p, ignored) && p.has_relative_path();
       p = p.parent_path())
    made = p;
  make_folder(path);
  const Later probe([&] {
    for (const std::string& name : names) check_output((fs::path(path) / name).string(), overwrite);
  });
  if (!made.empty()) fs::remove_all(made, ignored);
  probe.complain();
}

}  // namespace erfd
