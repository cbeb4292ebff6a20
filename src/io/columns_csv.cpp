#include "erfd/base/text.hpp"
#include "erfd/io/csv.hpp"

#include "io/column_formats.hpp"

namespace erfd {
namespace {

class CsvWriter : public ColumnWriter {
 public:
  CsvWriter(const std::string& path, ColumnTable table, const Start& start)
      : ColumnWriter(path, std::move(table), start) {
    if (!start.resume) file_.write(write_csv(heads_, {}));
  }

  void flush() override { file_.flush(); }
  void close() override { file_.commit(); }

 protected:
  void write_row(std::span<const double> values) override {
    line_.clear();
    for (const double value : values) {
      if (!line_.empty()) line_ += ',';
      line_ += shortest(value);
    }
    line_ += '\n';
    file_.write(line_);
  }

 private:
  std::string line_;
};

}  // namespace

ColumnWriterPointer open_csv(const std::string& path, ColumnTable table,
                             const ColumnWriter::Start& start) {
  return std::make_unique<CsvWriter>(path, std::move(table), start);
}

}  // namespace erfd
