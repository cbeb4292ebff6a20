// Tables of inputs over time.
#include "erfd/base/text.hpp"
#include "erfd/base/text_file.hpp"
#include "erfd/io/csv.hpp"

#include "output/output.hpp"
#include "verbs/simulate_input.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The heads of number i: by number, by name, and as verify writes motor torques.
std::vector<std::string> heads_of(PlantInput kind, const Model& robot,
                                  const std::vector<std::string>& motors, std::size_t i) {
  if (kind != PlantInput::joint_torques) {
    const char* unit = kind == PlantInput::motor_torques ? "N_m" : "A";
    std::vector<std::string> heads{fmt::format("motor{}_{}", i + 1, unit),
                                   fmt::format("motor_{}_{}", motors[i], unit)};
    if (kind == PlantInput::motor_torques) heads.push_back(fmt::format("ua_{}_N_m", motors[i]));
    return heads;
  }
  const Body& body = robot.joints()[i];
  const char* unit = measure_of(body.kind).effort_key;
  return {fmt::format("tau{}_{}", i + 1, unit), fmt::format("tau_{}_{}", body.joint, unit)};
}

/// What the columns of an input table mean: 0 the time, i + 1 number i.
class InputHeads {
 public:
  InputHeads(PlantInput kind, const Model& robot, const std::vector<std::string>& motors)
      : columns_(robot.joints().size() + 1, -1), known_{"time_s"}, meaning_{0} {
    for (std::size_t i = 0; i + 1 < columns_.size(); ++i)
      for (std::string& head : heads_of(kind, robot, motors, i)) {
        known_.push_back(std::move(head));
        meaning_.push_back(i + 1);
      }
  }

  bool knows(const std::string& head) const { return place_of(head) < known_.size(); }

  /// Column of each number. Columns that stand for none are left out, with one note.
  const std::vector<int>& take(CsvNumbers& csv) {
    for (std::size_t c = 0; c < csv.heads.size(); ++c) take(csv, c);
    std::vector<std::string> rest;
    for (const CsvHead& head : csv.heads)
      if (!knows(head.text) && !is_slip(head, csv.findings)) rest.push_back(head.text);
    if (!rest.empty()) csv.findings.note("csv-head", {}, columns_not_read(rest));
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i] < 0)
        csv.findings.error("csv-head", {1, 1}, fmt::format("column '{}' is missing", usual(i)));
    return columns_;
  }

 private:
  std::size_t place_of(const std::string& head) const {
    return static_cast<std::size_t>(std::find(known_.begin(), known_.end(), head) - known_.begin());
  }
  const std::string& usual(std::size_t number) const {
    return known_[static_cast<std::size_t>(std::find(meaning_.begin(), meaning_.end(), number) -
                                           meaning_.begin())];
  }

  void take(CsvNumbers& csv, std::size_t c) {
    const CsvHead& head = csv.heads[c];
    if (!knows(head.text)) return;
    int& column = columns_[meaning_[place_of(head.text)]];
    if (column >= 0)
      csv.findings.error("csv-head", head.at,
                         fmt::format("'{}' says the same as '{}'; keep one", head.text,
                                     csv.heads[static_cast<std::size_t>(column)].text));
    column = static_cast<int>(c);
  }

  /// Near to a head whose number no column gives.
  bool is_slip(const CsvHead& head, Diagnostics& findings) const {
    const std::string near = nearest_word(head.text, known_);
    if (near.empty() || columns_[meaning_[place_of(near)]] >= 0) return false;
    findings.error("csv-head", head.at,
                   fmt::format("unknown column '{}'; did you mean '{}'?", head.text, near));
    return true;
  }

  std::vector<int> columns_;  ///< −1: none
  std::vector<std::string> known_;
  std::vector<std::size_t> meaning_;  ///< of each known head
};

}  // namespace

TimeTable read_input_table(const std::string& path, PlantInput kind, const Model& robot,
                           const std::vector<std::string>& motors) {
  const TextFile file = read_text_file(path, "a table", 4096);
  if (!file.ok()) throw Error(fmt::format("{}: {}", path, file.problem));
  InputHeads heads(kind, robot, motors);
  CsvNumbers csv =
      read_csv(file.text, path, [&](const std::string& head) { return heads.knows(head); });
  const std::vector<int> columns = heads.take(csv);
  TimeTable table;
  if (csv.rows.empty() && !csv.findings.has_errors())
    csv.findings.error("csv-row", {1, 1}, "no rows are given, expected one or more");
  if (!csv.findings.has_errors()) {
    const auto joints = static_cast<Eigen::Index>(robot.joints().size());
    table.values.resize(joints, static_cast<Eigen::Index>(csv.rows.size()));
    for (std::size_t k = 0; k < csv.rows.size(); ++k) {
      const auto cell = [&](std::size_t i) {
        return csv.rows[k][static_cast<std::size_t>(columns[i])];
      };
      if (!table.times.empty() && !(cell(0) > table.times.back()))
        csv.findings.error("motion-time", {csv.lines[k], 1},
                           fmt::format("time_s is {} after {}, expected a larger one",
                                       shortest(cell(0)), shortest(table.times.back())));
      table.times.push_back(cell(0));
      for (Eigen::Index j = 0; j < joints; ++j)
        table.values(j, static_cast<Eigen::Index>(k)) = cell(static_cast<std::size_t>(j) + 1);
    }
  }
  csv.findings.sort();
  if (csv.findings.has_errors()) throw FileError(std::move(csv.findings));
  if (!csv.findings.all().empty()) talk(csv.findings.text());
  return table;
}

}  // namespace erfd
