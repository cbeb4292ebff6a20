#include "output/output.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/source_text.hpp"
#include "erfd/base/text.hpp"
#include "erfd/io/output_file.hpp"
#include "erfd/report/page.hpp"

#include "input/standard_input.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace erfd {
namespace {

namespace fs = std::filesystem;

Manners manners_in_use;

int page_handle() { return manners_in_use.stdout_taken ? STDERR_FILENO : STDOUT_FILENO; }

[[noreturn]] void fail(const std::string& path, int code) {
  throw Error(fmt::format("{}: cannot be written: {}", path, std::strerror(code)));
}

constexpr int file_width = 100, least_width = 60, most_width = 120;

int columns_of(int handle) {
  int columns = 0;
  if (const char* asked = std::getenv("COLUMNS")) columns = std::atoi(asked);
  winsize size{};
  if (columns <= 0 && ioctl(handle, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns;
}

int width_of(int handle) {
  if (isatty(handle) != 1) return file_width;
  const int columns = columns_of(handle);
  return columns > 0 ? std::clamp(columns, least_width, most_width) : file_width;
}

bool wants_colour(int handle) {
  if (manners_in_use.colour) return *manners_in_use.colour;
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return isatty(handle) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

TextStyle style_of(int handle) { return {width_of(handle), wants_colour(handle)}; }

/// To stderr: who closed it wants to hear nothing.
void hear(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace

void set_manners(const Manners& asked) { manners_in_use = asked; }
const Manners& manners() { return manners_in_use; }

TextStyle stdout_style() { return style_of(page_handle()); }

std::string headed(const std::string& head, const std::string& remark, const TextStyle& style) {
  const int column = static_cast<int>(display_width(head)) + 2;
  return bold(head, style) + "  " + wrapped(remark, style.width, column, column) + '\n';
}

std::string toned_findings(std::string text, const TextStyle& style) {
  if (!style.colour) return text;
  const std::pair<const char*, Tone> words[] = {{"error", Tone::bad}, {"warning", Tone::doubtful}};
  for (const auto& [word, tone] : words) {
    const std::string plain = fmt::format(": {}: ", word);
    const std::string coloured = fmt::format(": {}: ", toned(word, tone, style));
    for (std::size_t at = text.find(plain); at != text.npos;
         at = text.find(plain, at + coloured.size()))
      text.replace(at, plain.size(), coloured);
  }
  return text;
}

void print(const std::string& text) {
  if (manners().stdout_taken) {
    if (!manners().quiet) hear(text);
    return;
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) fail("standard output", errno);
}

void print_help(const std::string& text, int column) {
  const int width = stdout_style().width;
  if (width >= file_width) return print(text);
  const auto margin = static_cast<std::size_t>(column);
  std::string page, prose;
  const auto end_prose = [&] {
    if (!prose.empty()) page += wrapped(prose, width) + '\n';
    prose.clear();
  };
  for (const std::string& line : lines_of(text)) {
    const bool indented = line.empty() || line.front() == ' ', heads = line.ends_with(':');
    if (indented || heads || line.starts_with("Exit status")) end_prose();
    if (!indented && !heads) {
      prose += ' ' + line;
      continue;
    }
    const bool described = line.size() > margin && line[margin - 1] == ' ' && line[margin] != ' ';
    if (described && display_width(line) > static_cast<std::size_t>(width))
      page += line.substr(0, margin) + wrapped(line.substr(margin), width, column, column) + '\n';
    else
      page += line + '\n';
  }
  end_prose();
  print(page);
}

void tell(const std::string& text) {
  hear(toned_findings(harmless(text), style_of(STDERR_FILENO)) + '\n');
}

void talk(const std::string& text) {
  if (!manners().quiet) tell(text);
}

void talk_about_file(const std::string& path, const std::string& holds) {
  if (path == standard_stream) return;
  talk(fmt::format("wrote {}{}{}", path, holds.empty() ? "" : ": ", holds));
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

void check_report(const std::string& path, bool overwrite) { check_output(path, overwrite); }

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
