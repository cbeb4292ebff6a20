// erfd repair: what would make a program achievable, proven and with its price.
#include "erfd/verification/repair.hpp"

#include "erfd/base/text_file.hpp"
#include "erfd/io/json.hpp"
#include "erfd/program/find_program.hpp"
#include "erfd/report/table.hpp"

#include "input/program_input.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <cmath>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The one text that a cure edits.
std::string text_of(const ProgramOptions& options, const std::string& path) {
  if (options.program_text) return *options.program_text;
  if (!options.more.empty() || std::filesystem::is_directory(path))
    throw Error(fmt::format("{}: several files, expected a program in one file", options.program));
  TextFile file = read_text_file(path, "a program");
  if (!file.ok()) throw Error(fmt::format("{}: {}", path, file.problem));
  return std::move(file.text);
}

/// Where the repaired text goes; none: nowhere.
std::optional<std::string> target_of(const RepairOptions& options) {
  if (options.apply && options.out)
    throw Error("--apply: found together with --out, expected one of them");
  if (!options.apply) return options.out;
  const std::string& name = options.program.program;
  if (options.program.program_text || !std::filesystem::is_regular_file(name))
    throw Error(
        fmt::format("--apply: '{}' is no file of yours, expected one; write the repaired "
                    "text elsewhere with --out",
                    name));
  return name;
}

std::string cures_text(const Repair& repair, const std::string& name, const std::string& robot,
                       const TextStyle& style) {
  const std::string head = bold(fmt::format("{} on {}", name, robot), style);
  if (repair.achievable)
    return head +
           fmt::format(": achievable, {:.3f} s: there is nothing to repair\n", repair.asked_time);
  std::string page =
      head +
      fmt::format(
          ": not achievable{}; {}\n",
          std::isfinite(repair.asked_time) ? fmt::format(", {:.3f} s", repair.asked_time) : "",
          repair.cures.empty() ? "no cure was found" : counted(repair.cures.size(), "cure"));
  if (!repair.cures.empty()) {
    std::vector<std::string> number, kind;
    std::vector<double> time, price;
    std::vector<std::string> lines;
    for (const Cure& cure : repair.cures) {
      number.push_back(std::to_string(number.size() + 1));
      kind.emplace_back(name_of(cure.kind));
      time.push_back(cure.time);
      price.push_back(cure.price);
      lines.push_back(cure.lines > 0 ? std::to_string(cure.lines) : "–");
    }
    Table table;
    table.right("#", "", number)
        .text("cure", kind)
        .results("takes", "s", time, 5)
        .results("costs", "s", price, 4)
        .right("lines", "", lines);
    page += '\n' + table.layout(style) + '\n';
    for (std::size_t i = 0; i < repair.cures.size(); ++i) {
      const Cure& cure = repair.cures[i];
      const std::string keys =
          cure.settings.empty() ? ""
                                : fmt::format(" (--set {})", fmt::join(cure.settings, " --set "));
      page += wrapped(fmt::format("{}  {}{}", i + 1, cure.what, keys), style.width, 3) + '\n';
    }
  }
  for (const std::string& sentence : repair.in_vain)
    page += wrapped("in vain: " + sentence, style.width, 3) + '\n';
  return page;
}

Json cures_json(const Repair& repair, const std::string& name, const std::string& robot,
                const std::string& diff) {
  Json::List cures;
  for (const Cure& cure : repair.cures) {
    Json one = Json::Object{{"kind", std::string(name_of(cure.kind))},
                            {"what", cure.what},
                            {"settings", Json::List(cure.settings.begin(), cure.settings.end())},
                            {"time_s", cure.time},
                            {"price_s", std::isfinite(cure.price) ? Json(cure.price) : Json()},
                            {"lines", cure.lines},
                            {"off_path_mm", 1000 * cure.off_path},
                            {"change", cure.change}};
    one.set("shift_m", cure.shift
                           ? Json(Json::List{cure.shift->x(), cure.shift->y(), cure.shift->z()})
                           : Json());
    cures.push_back(std::move(one));
  }
  return Json::Object{
      {"program", name},
      {"robot", robot},
      {"achievable", repair.achievable},
      {"asked_time_s", std::isfinite(repair.asked_time) ? Json(repair.asked_time) : Json()},
      {"cures", std::move(cures)},
      {"in_vain", Json::List(repair.in_vain.begin(), repair.in_vain.end())},
      {"diff", diff}};
}

}  // namespace

int run_repair(const RepairOptions& options) {
  const std::optional<std::string> target = target_of(options);
  const bool overwrite = options.force || options.apply;
  if (target) check_output(*target, overwrite);
  Choices choices = choices_of(options.program);
  const std::string path = options.program.program_text ? choices.program.program
                                                        : find_program(choices.program.program);
  choices.program.text = text_of(options.program, path);
  choices.program.program = path;
  const Repair found = repair(choices.robot, choices.program, {.hardware = !options.program_only});
  const Cure* const cure = found.of_program();
  const std::string diff =
      cure == nullptr ? "" : unified_diff(*choices.program.text, cure->text, path);
  const std::string name = std::filesystem::path(path).filename().string();
  if (options.json)
    print(cures_json(found, name, options.program.robot.robot, diff).text() + '\n');
  else
    print(cures_text(found, name, options.program.robot.robot, stdout_style()) +
          (diff.empty() ? "" : '\n' + diff));
  if (target && cure != nullptr) {
    write_file(*target, cure->text, overwrite);
    talk_about_file(*target, fmt::format("verified, {:.3f} s", cure->time));
  }
  return found.achievable || cure != nullptr ? exit_fine : exit_check_failed;
}

}  // namespace erfd
