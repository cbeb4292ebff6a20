// The study file: docs/study-file.md.
#include "erfd/base/choices.hpp"
#include "erfd/base/text.hpp"
#include "erfd/base/text_file.hpp"
#include "erfd/sweep/jobs.hpp"
#include "erfd/sweep/points.hpp"
#include "erfd/sweep/study.hpp"

#include "base/toml/format_key.hpp"
#include "base/toml/parser.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {
namespace {

constexpr std::string_view format_name = "erfd-study/1";
constexpr double largest_seed = 9007199254740992;  // 2^53: what a number holds exactly

/// A path as the file means it: beside the file, unless it is a name of something known.
std::string beside(const std::string& file, const std::string& named) {
  const std::filesystem::path path(named);
  if (path.is_absolute() || file.empty()) return named;
  std::error_code ignored;
  const std::filesystem::path near = std::filesystem::path(file).parent_path() / path;
  return std::filesystem::exists(near, ignored) ? near.lexically_normal().string() : named;
}

std::uint64_t whole_number(TableReader& table, std::string_view key, std::uint64_t otherwise,
                           double least, double most) {
  const Field<double> number = table.number(key, units::none);
  if (!number) return otherwise;
  if (number->value >= least && number->value <= most && number->value == std::floor(number->value))
    return static_cast<std::uint64_t>(number->value);
  table.error("range", number->at,
              fmt::format("{} is {}, expected a whole number from {} to {}", key, number->value,
                          least, most));
  return otherwise;
}

/// A spread that reads a fixed count of numbers.
struct SpreadKey {
  std::string_view key;
  std::size_t count;
  std::string_view rule;
  Spread (*make)(const std::vector<double>& n);
  bool (*sound)(const std::vector<double>& n);
};

const SpreadKey spread_keys[] = {
    {"uniform", 2, "two numbers: lowest, highest",
     [](const std::vector<double>& n) -> Spread { return UniformSpread{n[0], n[1]}; },
     [](const std::vector<double>& n) { return n[0] < n[1]; }},
    {"normal", 2, "two numbers: mean, standard deviation above 0",
     [](const std::vector<double>& n) -> Spread { return NormalSpread{n[0], n[1]}; },
     [](const std::vector<double>& n) { return n[1] > 0; }},
    {"triangular", 3, "three numbers: lowest, most likely, highest",
     [](const std::vector<double>& n) -> Spread { return TriangularSpread{n[0], n[1], n[2]}; },
     [](const std::vector<double>& n) { return n[0] <= n[1] && n[1] <= n[2] && n[0] < n[2]; }},
    {"range", 3, "three numbers: from, to, count of values (1 to 100000)",
     [](const std::vector<double>& n) -> Spread {
       return RangeSpread{n[0], n[1], static_cast<int>(n[2])};
     },
     [](const std::vector<double>& n) {
       return n[2] >= 1 && n[2] <= 1e5 && n[2] == std::floor(n[2]);
     }}};

std::optional<Spread> read_fixed(TableReader& table, const SpreadKey& known) {
  const auto numbers = table.numbers(known.key, units::none, {known.count});
  if (!numbers) return std::nullopt;
  if (known.sound(numbers->value)) return known.make(numbers->value);
  table.error("range", numbers->at,
              fmt::format("{} is [{}], expected {}", known.key, fmt::join(numbers->value, ", "),
                          known.rule));
  return std::nullopt;
}

/// The one spread of a variation.
std::optional<Spread> read_spread(TableReader& table) {
  std::vector<std::string_view> given;
  std::optional<Spread> spread;
  for (const SpreadKey& known : spread_keys) {
    if (!table.has(known.key)) continue;
    given.push_back(known.key);
    spread = read_fixed(table, known);
  }
  if (const auto values = table.numbers("values", units::none)) {
    given.emplace_back("values");
    ListSpread list;
    for (const double value : values->value) list.values.push_back(shortest(value));
    spread = list;
  }
  if (const auto words = table.texts("words"); table.has("words")) {
    given.emplace_back("words");
    spread = ListSpread{words};
  }
  if (given.empty())
    table.missing("missing-key", "uniform", "or normal, triangular, range, values, words");
  if (given.size() > 1)
    table.error("two-spreads", table.at(given[1]),
                fmt::format("{} are given, expected one of them", fmt::join(given, " and ")));
  if (spread && std::holds_alternative<ListSpread>(*spread) &&
      std::get<ListSpread>(*spread).values.empty()) {
    table.error("range", table.at(given[0]), fmt::format("{} is empty", given[0]));
    return std::nullopt;
  }
  return spread;
}

void read_variation(TableReader& table, Study& study) {
  Variation variation;
  variation.at = table.at();
  variation.keys = table.texts("keys");
  if (const std::string key = table.text("key"); !key.empty()) variation.keys.push_back(key);
  if (variation.keys.empty())
    table.missing("missing-key", "key",
                  "a key as `--set` takes it; `erfd info ROBOT --keys` lists those of the robot");
  variation.name = table.text("name");
  if (variation.name.empty() && !variation.keys.empty()) variation.name = variation.keys.front();
  variation.is_factor = table.boolean("factor").value_or(false);
  // Without a spread there is an error already: no second one about what it would have been.
  variation.spread = read_spread(table).value_or(RangeSpread{0, 0, 1});
  if (variation.is_factor && table.has("words"))
    table.error("factor", table.at("factor"), "words are no factors; give values");
  table.finish();
  const bool known = std::any_of(study.variations.begin(), study.variations.end(),
                                 [&](const Variation& v) { return v.name == variation.name; });
  if (known)
    table.error("duplicate-name", table.at(),
                fmt::format("another variation is named '{}', too; give it a name of its own",
                            variation.name));
  study.variations.push_back(std::move(variation));
}

void read_design(TableReader& top, Study& study) {
  auto table = top.table("design");
  if (!table) return;
  StudyDesign& design = study.design;
  design.kind = table->word("kind", design_names()).value_or(design.kind);
  const double most = static_cast<double>(most_jobs);
  design.points = whole_number(*table, "points", design.points, 1, most);
  design.seed = whole_number(*table, "seed", design.seed, 0, largest_seed);
  if (design.kind == DesignKind::grid && table->has("points"))
    table->error("range", table->at("points"),
                 "a grid has as many points as its values give; leave points out");
  table->finish();
}

/// What several tables decide together.
void check(TableReader& top, const Study& study) {
  if (study.variations.empty())
    top.missing("missing-key", "vary", "[[vary]] says what differs from job to job");
  for (const Variation& variation : study.variations) {
    const bool counted = std::holds_alternative<ListSpread>(variation.spread) ||
                         std::holds_alternative<RangeSpread>(variation.spread);
    if (study.design.kind == DesignKind::grid && !counted)
      top.error("grid", variation.at,
                fmt::format("'{}' has a continuous spread, expected range, values or words: a "
                            "grid counts its values",
                            variation.name));
  }
}

}  // namespace

std::vector<std::pair<std::string_view, DesignKind>> design_names() {
  return {{"grid", DesignKind::grid},
          {"random", DesignKind::random},
          {"latin_hypercube", DesignKind::latin_hypercube},
          {"sobol", DesignKind::sobol},
          {"saltelli", DesignKind::saltelli}};
}

Study read_study_text(std::string_view text, const std::string& file) {
  Diagnostics problems(file);
  Findings findings(problems);
  const TomlTable document = parse_toml(text, findings);
  TableReader top(document, "", {}, findings);
  Study study;
  study.file = file;
  study.text = text;
  read_format(top, format_name);
  study.name = top.text("name");
  if (study.name.empty()) study.name = std::filesystem::path(file).stem().string();
  study.robot = beside(file, top.text("robot", Need::required));
  study.program = beside(file, top.text("program"));
  study.settings = top.texts("set");
  std::vector<std::pair<std::string, std::string>> jobs;
  for (const JobInfo& job : study_jobs()) jobs.emplace_back(job.name, job.name);
  study.job = top.word("job", jobs).value_or(study.job);
  study.explains = top.text("explains");
  read_design(top, study);
  top.for_each("vary", [&](TableReader& table) { read_variation(table, study); });
  if (!document.incomplete) check(top, study);
  top.finish();
  problems.sort();
  if (problems.has_errors()) throw FileError(std::move(problems));
  job_count(study);  // too many: now
  return study;
}

Study read_study(const std::string& path) {
  const TextFile file = read_text_file(path, "a study", 4);
  if (!file.ok()) throw Error(fmt::format("{}: {}", path, file.problem));
  return read_study_text(file.text, path);
}

}  // namespace erfd
