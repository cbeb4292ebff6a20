// Files of columns, read back by readers that are written here from the formats.
#include "erfd/io/column_writer.hpp"

#include "erfd/io/csv.hpp"
#include "erfd/io/states.hpp"

#include "io/bytes.hpp"
#include "report/models.hpp"
#include "support/message_of.hpp"
#include "support/scratch_folder.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

const ColumnTable table{"torque", {{"time", "s"}, {"tau1", "N m"}, {"base_wx", "rad/s^2"}}};

using Rows = std::vector<std::vector<double>>;
const Rows rows{{0, 1.0 / 3, -0.0}, {0.001, 1e300, 5e-324}, {0.0025, -17.5, 2}};

void write(const std::string& path, const Rows& values = rows) {
  const auto writer = open_columns(path, table, false);
  for (const auto& row : values) writer->row(row);
  writer->close();
}

TEST(Column, HeadsCarryNameAndUnit) {
  EXPECT_EQ((Column{"tau1", "N m"}.head()), "tau1_N_m");
  EXPECT_EQ((Column{"qdd1", "rad/s^2"}.head()), "qdd1_rad_s2");
  EXPECT_EQ((Column{"base qw", ""}.head()), "base_qw");
}

TEST(Column, HeadsOfAStateAreThoseThatStatesAreReadBy) {
  for (const bool free_base : {false, true}) {
    const Model model = elbow_and_lift(free_base);
    for (const auto quantity :
         {Quantity::position, Quantity::velocity, Quantity::acceleration, Quantity::effort}) {
      std::vector<std::string> heads;
      for (const Column& column : columns_of(model, quantity)) heads.push_back(column.head());
      EXPECT_EQ(heads, standard_heads(model, quantity));
    }
  }
}

TEST(ColumnWriter, WritesCsvThatReadsBackExactly) {
  const ScratchFolder folder;
  write(folder.path("a.csv"));
  const CsvNumbers csv = read_csv(folder.text("a.csv"), "a.csv");
  EXPECT_EQ(csv.findings.text(), "");
  EXPECT_EQ(csv.heads.at(2).text, "base_wx_rad_s2");
  EXPECT_EQ(csv.rows, rows);
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.csv"});
}

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T value{};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

/// The arrays of a stored zip of one-dimensional .npy files, found from the end of the archive.
std::map<std::string, std::vector<double>> read_npz(const std::string& zip) {
  std::map<std::string, std::vector<double>> arrays;
  const std::size_t end = zip.size() - 22;
  EXPECT_EQ(zip.substr(end, 4), "PK\x05\x06");
  std::size_t entry = number_at<std::uint32_t>(zip, end + 16);
  EXPECT_EQ(entry + number_at<std::uint32_t>(zip, end + 12), end);
  for (int left = number_at<std::uint16_t>(zip, end + 10); left > 0; --left) {
    EXPECT_EQ(zip.substr(entry, 4), "PK\x01\x02");
    const auto size = number_at<std::uint32_t>(zip, entry + 24);
    const auto name_size = number_at<std::uint16_t>(zip, entry + 28);
    const std::string name = zip.substr(entry + 46, name_size);
    const std::size_t local = number_at<std::uint32_t>(zip, entry + 42);
    EXPECT_EQ(zip.substr(local, 4), "PK\x03\x04");
    EXPECT_EQ(zip.substr(local + 30, name_size), name);
    const std::string npy = zip.substr(local + 30 + name_size, size);
    EXPECT_EQ(crc32(npy), number_at<std::uint32_t>(zip, local + 14));
    EXPECT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t data = 10 + number_at<std::uint16_t>(npy, 8);
    EXPECT_EQ(data % 64, 0u);
    EXPECT_EQ(npy[data - 1], '\n');
    auto& values = arrays[name];
    for (std::size_t at = data; at < npy.size(); at += 8)
      values.push_back(number_at<double>(npy, at));
    EXPECT_NE(npy.find("'shape': (" + std::to_string(values.size()) + ",)"), npy.npos);
    entry += 46u + name_size;
  }
  EXPECT_EQ(entry, end);
  return arrays;
}

TEST(ColumnWriter, WritesNpzWithOneArrayAColumn) {
  const ScratchFolder folder;
  write(folder.path("a.npz"));
  const auto arrays = read_npz(folder.text("a.npz"));
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_EQ(arrays.at("time_s.npy"), (std::vector<double>{0, 0.001, 0.0025}));
  EXPECT_EQ(arrays.at("tau1_N_m.npy"), (std::vector<double>{1.0 / 3, 1e300, -17.5}));
  EXPECT_EQ(arrays.at("base_wx_rad_s2.npy"), (std::vector<double>{0, 5e-324, 2}));
}

// One message, byte by byte, with the layout of the specification.
TEST(ColumnWriter, WritesMcapMessagesWithTimesInNanoseconds) {
  const ScratchFolder folder;
  write(folder.path("a.mcap"));
  const std::string bytes = folder.text("a.mcap");
  const std::string magic("\x89MCAP0\r\n", 8);
  EXPECT_TRUE(bytes.starts_with(magic) && bytes.ends_with(magic));
  const std::string json = R"({"time_s":0.0025,"tau1_N_m":-17.5,"base_wx_rad_s2":2})";
  std::string message("\x05");
  append_number(message, std::uint64_t{22 + json.size()});
  append_number(message, std::uint16_t{1});
  append_number(message, std::uint32_t{2});
  append_number(message, std::uint64_t{2'500'000});
  append_number(message, std::uint64_t{2'500'000});
  EXPECT_NE(bytes.find(message + json), bytes.npos);
}

TEST(Crc32, OfTheDigitsIsTheValueThatTheStandardGives) {
  EXPECT_EQ(crc32("123456789"), 0xCBF43926u);
  EXPECT_EQ(crc32("6789", crc32("12345")), 0xCBF43926u);
}

TEST(ColumnWriter, ThatIsNotClosedLeavesNoFile) {
  const ScratchFolder folder;
  for (const char* name : {"a.csv", "a.npz", "a.mcap"}) {
    open_columns(folder.path(name), table, false)->row(rows[0]);
    EXPECT_TRUE(folder.names().empty()) << name;
  }
}

TEST(ColumnWriter, FlushedRowsStandInThePart) {
  const ScratchFolder folder;
  const auto csv = open_columns(folder.path("a.csv"), table, false);
  csv->row(rows[2]);
  csv->flush();
  EXPECT_EQ(folder.text("a.csv.part"), "time_s,tau1_N_m,base_wx_rad_s2\n0.0025,-17.5,2\n");
  const auto mcap = open_columns(folder.path("a.mcap"), table, false);
  mcap->row(rows[2]);
  mcap->flush();
  EXPECT_NE(folder.text("a.mcap.part").find(R"("tau1_N_m":-17.5)"), std::string::npos);
}

TEST(ColumnWriter, WritesFilesWithoutRows) {
  const ScratchFolder folder;
  for (const char* name : {"a.csv", "a.npz", "a.mcap"}) write(folder.path(name), {});
  EXPECT_EQ(folder.text("a.csv"), "time_s,tau1_N_m,base_wx_rad_s2\n");
  EXPECT_TRUE(read_npz(folder.text("a.npz")).at("time_s.npy").empty());
}

TEST(ColumnWriter, NamesWhatItCannotWrite) {
  const ScratchFolder folder;
  const std::string csv = folder.path("a.csv"), mcap = folder.path("a.mcap");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto say = [&](const std::string& path, const std::vector<double>& row) {
    return message_of([&] { open_columns(path, table, false)->row(row); });
  };
  EXPECT_EQ(say(csv, {0, 1}), csv + ": row 1 has 2 numbers, expected 3");
  EXPECT_EQ(say(csv, {0, nan, 1}),
            csv + ": row 1, column 'tau1_N_m' is nan; a finite number was expected");
  EXPECT_EQ(say(mcap, {-1, 0, 0}),
            mcap +
                ": row 1: the time is -1 s, expected 0 or more: MCAP counts nanoseconds from 0; "
                "write .csv or .npz");
  EXPECT_EQ(say("a.txt", {}),
            "a.txt: the format follows from the name, expected one that ends with .csv, .npz or "
            ".mcap");
  EXPECT_EQ(message_of([&] { open_columns(csv, {"t", {{"x", "m"}}}, false); }),
            csv + ": the first column of 't' is not the time in s");
  EXPECT_EQ(message_of([&] { open_columns(csv, {"t", {{"time", "s"}, {"time", "s"}}}, false); }),
            csv + ": column 'time_s' comes twice");
  EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace erfd::test
