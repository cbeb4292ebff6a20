// Results over time into files: one row a sample, as CSV, .npz (numpy) or .mcap.
#pragma once

#include "erfd/io/joint_units.hpp"
#include "erfd/io/output_file.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace erfd {

struct Column {
  std::string name;  ///< "tau1"
  std::string unit;  ///< "N m", "rad/s^2"; empty: none

  /// Name and unit as all formats write them: "tau1_N_m", "qdd1_rad_s2".
  std::string head() const;
};

/// What a file holds. The first column is the time [s].
struct ColumnTable {
  std::string name;  ///< of the topic in an .mcap: "torque"
  std::vector<Column> columns;
};

/// The columns of one quantity of all joints, named as states in files: q1, qd1, qdd1, tau1, and
/// base_wx … of a free base.
std::vector<Column> columns_of(const Model& model, Quantity quantity);

/// What the sensors of a robot say: "pilot_Gz_g", "imu_wx_rad_s", …
std::vector<Column> felt_columns(const Model& model);

/// Where a writer stood when its rows were on their way to the disk.
struct ColumnPosition {
  std::size_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Writes row by row. The file appears under its name with close(); without it, nothing stays.
class ColumnWriter {
 public:
  /// How a file begins: new, or behind rows that are there.
  struct Start {
    bool overwrite = false;
    std::optional<ColumnPosition> resume = {};
  };
  virtual ~ColumnWriter() = default;

  /// One sample, a number a column. @throws Error if there are more or fewer, or one is not finite.
  void row(std::span<const double> values);
  /// Rows so far go to NAME.part and can be read from there if the program is killed. An .npz has
  /// its columns in memory until close().
  virtual void flush() = 0;
  /// Completes the file. @throws Error if the disk does not take it.
  virtual void close() = 0;

  std::size_t row_count() const { return row_count_; }
  /// Flushes, and says where resume_columns() can go on; from then on NAME.part stays whatever
  /// happens. @throws Error for an .npz.
  virtual ColumnPosition checkpoint();

 protected:
  ColumnWriter(const std::string& path, ColumnTable table, const Start& start);
  virtual void write_row(std::span<const double> values) = 0;

  OutputFile file_;
  std::string name_;
  std::vector<std::string> heads_;

 private:
  std::size_t row_count_ = 0;
};

/// A writer by the extension of the path: .csv, .npz or .mcap; "-" is CSV to standard output.
/// @throws Error for another extension, for columns without time or with equal heads, and as
/// OutputFile.
std::unique_ptr<ColumnWriter> open_columns(const std::string& path, ColumnTable table,
                                           bool overwrite);

/// Goes on with the NAME.part of a run that broke off: rows behind the position are cut off.
/// @throws Error for an .npz, and if there is no such part.
std::unique_ptr<ColumnWriter> resume_columns(const std::string& path, ColumnTable table,
                                             const ColumnPosition& position);

}  // namespace erfd
