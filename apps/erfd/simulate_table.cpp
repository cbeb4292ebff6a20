// Tables of inputs over time.
#include "erfd/report/csv.hpp"
#include "erfd/report/text.hpp"

#include "simulate_input.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

namespace erfd {
namespace {

/// The two heads of number i: by number and by name.
std::pair<std::string, std::string> heads_of(PlantInput kind, const Model& robot,
                                             const std::vector<std::string>& motors,
                                             std::size_t i) {
  if (kind != PlantInput::joint_torques) {
    const char* unit = kind == PlantInput::motor_torques ? "N_m" : "A";
    return {fmt::format("motor{}_{}", i + 1, unit), fmt::format("motor_{}_{}", motors[i], unit)};
  }
  const Body& body = robot.bodies()[i];
  const char* unit = body.kind == JointKind::revolute ? "N_m" : "N";
  return {fmt::format("tau{}_{}", i + 1, unit), fmt::format("tau_{}_{}", body.joint, unit)};
}

/// Column of each number; −1 where there is none.
std::vector<int> columns_of(CsvNumbers& csv, PlantInput kind, const Model& robot,
                            const std::vector<std::string>& motors) {
  std::vector<int> columns(static_cast<std::size_t>(robot.nv()) + 1, -1);
  std::vector<std::string> known{"time_s"};
  std::vector<std::size_t> meaning{0};
  for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
    const auto [number, name] = heads_of(kind, robot, motors, i);
    for (const std::string& head : {number, name}) {
      known.push_back(head);
      meaning.push_back(i + 1);
    }
  }
  for (std::size_t c = 0; c < csv.heads.size(); ++c) {
    const CsvHead& head = csv.heads[c];
    const auto found = std::find(known.begin(), known.end(), head.text);
    if (found == known.end()) {
      const std::string near = nearest_word(head.text, known);
      csv.findings.error("csv-head", head.at,
                         fmt::format("unknown column '{}'{}", head.text,
                                     near.empty() ? fmt::format(" (known: {}, …)", known[1])
                                                  : fmt::format("; did you mean '{}'?", near)));
      continue;
    }
    int& column = columns[meaning[static_cast<std::size_t>(found - known.begin())]];
    if (column >= 0)
      csv.findings.error("csv-head", head.at,
                         fmt::format("'{}' says the same as '{}'; keep one", head.text,
                                     csv.heads[static_cast<std::size_t>(column)].text));
    column = static_cast<int>(c);
  }
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i] < 0)
      csv.findings.error("csv-head", {1, 1},
                         fmt::format("column '{}' is missing", known[i == 0 ? 0 : 2 * i - 1]));
  return columns;
}

}  // namespace

TimeTable read_input_table(const std::string& path, PlantInput kind, const Model& robot,
                           const std::vector<std::string>& motors) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(fmt::format("{}: cannot be read", path));
  std::ostringstream text;
  text << in.rdbuf();
  CsvNumbers csv = read_csv(text.str(), path);
  const std::vector<int> columns = columns_of(csv, kind, robot, motors);
  TimeTable table;
  if (csv.rows.empty() && !csv.findings.has_errors())
    csv.findings.error("csv-row", {1, 1}, "no rows are given, expected one or more");
  if (!csv.findings.has_errors()) {
    table.values.resize(robot.nv(), static_cast<Eigen::Index>(csv.rows.size()));
    for (std::size_t k = 0; k < csv.rows.size(); ++k) {
      const auto cell = [&](std::size_t i) {
        return csv.rows[k][static_cast<std::size_t>(columns[i])];
      };
      if (!table.times.empty() && !(cell(0) > table.times.back()))
        csv.findings.error("motion-time", {csv.lines[k], 1},
                           fmt::format("time_s is {} after {}, expected a larger one",
                                       shortest(cell(0)), shortest(table.times.back())));
      table.times.push_back(cell(0));
      for (int j = 0; j < robot.nv(); ++j)
        table.values(j, static_cast<Eigen::Index>(k)) = cell(static_cast<std::size_t>(j) + 1);
    }
  }
  csv.findings.sort();
  if (csv.findings.has_errors()) throw FileError(std::move(csv.findings));
  return table;
}

}  // namespace erfd
