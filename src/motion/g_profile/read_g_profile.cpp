// The G profile: docs/g-profile.md.
#include "erfd/base/source_text.hpp"
#include "erfd/base/text_file.hpp"
#include "erfd/motion/g_profile.hpp"

#include "base/toml/format_key.hpp"
#include "base/toml/parser.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view format_name = "erfd-g-profile/1";
constexpr Unit levels[] = {{"_g"}};
constexpr Unit rates[] = {{"_g_s"}};

/// A number within bounds; what stands in `value` where the file says nothing.
void take(TableReader& table, std::string_view stem, UnitFamily family, double least, double most,
          double& value, Need need = Need::optional) {
  const Field<double> number = table.number(stem, family, need);
  if (!number) return;
  value = number->value;
  if (value >= least && value <= most) return;
  std::string unit(family.front().ending.substr(1));
  std::replace(unit.begin(), unit.end(), '_', '/');
  table.error(
      "range", number->at,
      fmt::format("{} is {:g} {}, expected from {:g} to {:g}", stem, value, unit, least, most));
}

GStage read_stage(TableReader& table) {
  GStage stage;
  stage.line = table.at().line;
  take(table, "level", levels, 1.1, 30, stage.level, Need::required);
  take(table, "rate", rates, 0.01, 20, stage.rate, Need::required);
  take(table, "hold", units::time, 0, 3600, stage.hold);
  return stage;
}

}  // namespace

GProfile read_g_profile_text(std::string_view text, const std::string& file) {
  Diagnostics diagnostics(file);
  Findings findings(diagnostics);
  const TomlTable document = parse_toml(text, findings);
  TableReader top(document, "", {}, findings);
  read_format(top, format_name);
  GProfile profile;
  profile.file = file;
  profile.lines = lines_of(text);
  profile.sensor = top.text("sensor");
  profile.arm = top.text("arm");
  profile.gimbals = top.texts("gimbals");
  if (!profile.gimbals.empty() && profile.gimbals.size() != 2)
    top.error("range", top.at("gimbals"),
              fmt::format("gimbals names {} joints, expected two", profile.gimbals.size()));
  take(top, "baseline", levels, 1.1, 30, profile.baseline);
  take(top, "run_up", units::time, 0.1, 600, profile.run_up);
  take(top, "hold", units::time, 0, 3600, profile.hold);
  take(top, "smoothing", units::time, 0.05, 60, profile.smoothing);
  top.for_each("stage", [&](TableReader& table) {
    profile.stages.push_back(read_stage(table));
    table.finish();
  });
  if (profile.stages.empty()) top.missing("missing-key", "[[stage]]", "with level_g and rate_g_s");
  top.finish();
  diagnostics.sort();
  if (diagnostics.has_errors()) throw FileError(std::move(diagnostics));
  return profile;
}

GProfile read_g_profile(const std::string& path) {
  const TextFile file = read_text_file(path, "a G profile", 4);
  if (!file.ok()) throw Error(fmt::format("{}: {}", path, file.problem));
  return read_g_profile_text(file.text, path);
}

}  // namespace erfd
