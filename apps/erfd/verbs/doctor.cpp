// erfd doctor: what this erfd is made of, and what it lacks.
#include "erfd/dynamics/engine_target.hpp"
#include "erfd/io/json.hpp"
#include "erfd/program/find_program.hpp"
#include "erfd/report/page.hpp"
#include "erfd/robot/read.hpp"

#include "output/output.hpp"
#include "verbs/compare_program.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

/// A part of the installation. What lacks nothing has no cure.
struct Part {
  std::string name, found, cure;
};

std::string folder_of(const std::string& file) {
  return std::filesystem::path(file).parent_path().string();
}

/// "robots/x.toml …" of robots that can be named and yet cannot be used.
std::vector<std::string> broken_robots(const std::vector<std::string>& names) {
  std::vector<std::string> broken;
  for (const std::string& name : names)
    if (read_robot_file(find_robot(name)).findings.has_errors()) broken.push_back(name);
  return broken;
}

Part robots_part() {
  const std::vector<std::string> names = known_robots();
  if (names.empty())
    return {"robots", "none",
            "install erfd (cmake --install), or name the folder of robot files in ERFD_ROBOTS"};
  Part part{"robots", fmt::format("{} in {}", names.size(), folder_of(find_robot(names.front()))),
            ""};
  if (const auto broken = broken_robots(names); !broken.empty())
    part.cure = fmt::format("{} cannot be used; `erfd lint {}` says why", fmt::join(broken, ", "),
                            fmt::join(broken, " "));
  return part;
}

Part programs_part() {
  const std::vector<std::string> names = known_programs();
  if (names.empty()) return {"programs", "none", "install erfd (cmake --install)"};
  return {"programs",
          fmt::format("{} in {}", names.size(), folder_of(known_program(names.front()))), ""};
}

Part page_part() {
  if (!page_assets().empty()) return {"page", "built in", ""};
  return {"page", "not built: no studio, plain reports",
          "build with node 20.19 or newer and npm (cmake -DERFD_WEB=ON says what it misses)"};
}

Part compare_part() {
  const std::filesystem::path program = compare_program();
  std::error_code ignored;
  if (std::filesystem::exists(program, ignored)) return {"erfd-compare", program.string(), ""};
  return {"erfd-compare", fmt::format("not in {}", folder_of(program.string())),
          "cmake --build builds it, cmake --install puts it there"};
}

Part engine_part() {
  const std::string target(best_engine_target());
  return {"engine", target == "portable" ? "portable: no AVX2 and FMA here, slower" : target, ""};
}

std::vector<Part> all_parts() {
  return {{"erfd", ERFD_VERSION, ""},
          {"compiler", ERFD_COMPILER, ""},
          {"libraries", ERFD_LIBRARIES, ""},
          engine_part(),
          robots_part(),
          programs_part(),
          page_part(),
          compare_part()};
}

std::string text_of(const std::vector<Part>& parts, const TextStyle& style) {
  constexpr int names = 14, states = 9;
  std::string text;
  for (const Part& part : parts) {
    const bool fine = part.cure.empty();
    text += fmt::format("{:{}}", part.name, names) +
            toned(fine ? "ok" : "MISSING", fine ? Tone::good : Tone::bad, style) +
            std::string(static_cast<std::size_t>(states) - (fine ? 2 : 7), ' ') +
            wrapped(part.found, style.width, names + states, names + states) + '\n';
    if (!fine)
      text += std::string(names + states, ' ') +
              wrapped(part.cure, style.width, names + states, names + states) + '\n';
  }
  return text;
}

Json json_of(const std::vector<Part>& parts, bool fine) {
  Json::List list;
  for (const Part& part : parts)
    list.emplace_back(Json::Object{{"part", part.name},
                                   {"found", part.found},
                                   {"ok", part.cure.empty()},
                                   {"cure", part.cure.empty() ? Json() : Json(part.cure)}});
  return Json::Object{{"ok", fine}, {"parts", std::move(list)}};
}

}  // namespace

int run_doctor(const DoctorOptions& options) {
  const std::vector<Part> parts = all_parts();
  bool fine = true;
  for (const Part& part : parts) fine = fine && part.cure.empty();
  print(options.json ? json_of(parts, fine).text() + '\n' : text_of(parts, stdout_style()));
  return fine ? exit_fine : exit_check_failed;
}

}  // namespace erfd
