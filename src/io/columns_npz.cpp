// numpy's .npz: a zip archive, not compressed, with one .npy a column.
// Source  NEP 1 (format 1.0 of .npy); PKWARE APPNOTE 4.3 (zip: local headers, central directory, end).
#include "erfd/base/error.hpp"

#include "io/bytes.hpp"
#include "io/column_formats.hpp"

#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

/// One column as .npy: magic, version, length of the head, head that ends at a multiple of 64.
std::string npy_of(const std::vector<double>& values) {
  std::string head =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", values.size());
  constexpr std::size_t in_front = 10;
  head.append(63 - (in_front + head.size()) % 64, ' ');
  head += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  append_number(bytes, static_cast<U16>(head.size()));
  bytes += head;
  bytes.reserve(bytes.size() + 8 * values.size());
  for (const double value : values) append_number(bytes, value);
  return bytes;
}

/// A member of the archive: what the local header and the directory say alike.
struct Member {
  std::string name;
  U32 sum, size, offset;

  std::string common() const {
    std::string bytes;
    append_number(bytes, U16{20});      // version needed: 2.0
    append_number(bytes, U16{0x0800});  // names are UTF-8
    append_number(bytes, U16{0});       // stored
    append_number(bytes, U16{0});       // time and date of 1980-01-01: the same file every time
    append_number(bytes, U16{0x21});
    append_number(bytes, sum);
    append_number(bytes, size);  // compressed
    append_number(bytes, size);
    append_number(bytes, static_cast<U16>(name.size()));
    append_number(bytes, U16{0});  // no extra field
    return bytes;
  }

  std::string local_header() const { return "PK\x03\x04" + common() + name; }

  std::string directory_entry() const {
    std::string bytes("PK\x01\x02");
    append_number(bytes, U16{20});
    bytes += common();
    append_number(bytes, U16{0});  // comment
    append_number(bytes, U16{0});  // disk
    append_number(bytes, U16{0});  // internal attributes
    append_number(bytes, U32{0});  // external attributes
    append_number(bytes, offset);
    return bytes + name;
  }
};

class NpzWriter : public ColumnWriter {
 public:
  NpzWriter(const std::string& path, ColumnTable table, const Start& start)
      : ColumnWriter(path, std::move(table), start), columns_(heads_.size()) {}

  void flush() override {}
  ColumnPosition checkpoint() override {
    throw Error(
        fmt::format("{}: an .npz is in memory until its end and cannot be resumed; write "
                    ".csv or .mcap",
                    file_.path()));
  }

  void close() override {
    std::string directory;
    std::size_t offset = 0;
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      const std::string npy = npy_of(columns_[i]);
      columns_[i] = {};
      check_size(offset + npy.size());
      const Member member{heads_[i] + ".npy", crc32(npy), static_cast<U32>(npy.size()),
                          static_cast<U32>(offset)};
      const std::string header = member.local_header();
      file_.write(header);
      file_.write(npy);
      directory += member.directory_entry();
      offset += header.size() + npy.size();
    }
    check_size(offset + directory.size());
    file_.write(directory);
    file_.write(end_of(directory.size(), offset));
    file_.commit();
  }

 protected:
  void write_row(std::span<const double> values) override {
    for (std::size_t i = 0; i < values.size(); ++i) columns_[i].push_back(values[i]);
  }

 private:
  std::string end_of(std::size_t directory_size, std::size_t directory_offset) const {
    std::string bytes("PK\x05\x06");
    append_number(bytes, U16{0});  // this disk, and that of the directory
    append_number(bytes, U16{0});
    append_number(bytes, static_cast<U16>(heads_.size()));
    append_number(bytes, static_cast<U16>(heads_.size()));
    append_number(bytes, static_cast<U32>(directory_size));
    append_number(bytes, static_cast<U32>(directory_offset));
    append_number(bytes, U16{0});  // comment
    return bytes;
  }

  void check_size(std::size_t bytes) const {
    if (bytes >= std::numeric_limits<U32>::max() ||
        heads_.size() >= std::numeric_limits<U16>::max())
      throw Error(fmt::format(
          "{}: {} columns of {} rows do not fit in a zip archive of 4 GiB; write .csv or .mcap",
          file_.path(), heads_.size(), row_count()));
  }

  std::vector<std::vector<double>> columns_;
};

}  // namespace

ColumnWriterPointer open_npz(const std::string& path, ColumnTable table,
                             const ColumnWriter::Start& start) {
  if (start.resume)
    throw Error(fmt::format("{}: an .npz cannot be resumed; write .csv or .mcap", path));
  return std::make_unique<NpzWriter>(path, std::move(table), start);
}

}  // namespace erfd
