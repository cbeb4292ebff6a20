// Files that a broken run leaves, and how one goes on with them.
#include "erfd/io/column_writer.hpp"
#include "erfd/simulation/checkpoint_file.hpp"

#include "support/message_of.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

const ColumnTable table{"simulation", {{"time", "s"}, {"q1", "rad"}}};

void rows(ColumnWriter& writer, int from, int to) {
  for (int k = from; k < to; ++k) writer.row(std::vector{k * 1e-3, 1.0 / (k + 3)});
}

class ResumeColumns : public ::testing::TestWithParam<const char*> {};

TEST_P(ResumeColumns, FileIsTheSameAsWithoutTheBreak) {
  const ScratchFolder folder;
  const std::string name = GetParam();
  const auto whole = open_columns(folder.path("whole" + name), table, false);
  rows(*whole, 0, 2);
  whole->checkpoint();
  rows(*whole, 2, 5);
  whole->checkpoint();
  rows(*whole, 5, 9);
  whole->close();

  auto broken = open_columns(folder.path("broken" + name), table, false);
  rows(*broken, 0, 2);
  broken->checkpoint();
  rows(*broken, 2, 5);
  const ColumnPosition position = broken->checkpoint();
  rows(*broken, 50, 70);  // behind the checkpoint: to be cut off
  broken->flush();
  broken.reset();
  EXPECT_EQ(folder.names().count("broken" + name + ".part"), 1u);

  const auto rest = resume_columns(folder.path("broken" + name), table, position);
  EXPECT_EQ(rest->row_count(), 5u);
  rows(*rest, 5, 9);
  rest->close();
  EXPECT_EQ(folder.text("broken" + name), folder.text("whole" + name));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"broken" + name, "whole" + name}));
}

INSTANTIATE_TEST_SUITE_P(Formats, ResumeColumns, ::testing::Values(".csv", ".mcap"),
                         [](const auto& p) { return std::string(p.param + 1); });

TEST(ResumeColumnsErrors, NameWhatIsMissing) {
  const ScratchFolder folder;
  folder.write("a.csv.part", "time_s,q1_rad\n");
  EXPECT_NE(message_of([&] {
              resume_columns(folder.path("a.csv"), table, {3, 900});
            }).find("a.csv.part: has 14 bytes, expected at least 900"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              resume_columns(folder.path("b.csv"), table, {3, 900});
            }).find("b.csv.part: cannot be read: No such file"),
            std::string::npos);
  folder.write("a.csv", "");
  EXPECT_NE(message_of([&] {
              resume_columns(folder.path("a.csv"), table, {0, 14});
            }).find("a.csv: exists already"),
            std::string::npos);
  EXPECT_EQ(folder.text("a.csv.part"), "time_s,q1_rad\n");  // nothing was cut off
  const auto npz = open_columns(folder.path("c.npz"), table, false);
  EXPECT_NE(message_of([&] { npz->checkpoint(); }).find("cannot be resumed"), std::string::npos);
}

CheckpointFile sample() {
  CheckpointFile file;
  file.inputs = {{"scenario", fingerprint("a")}, {"robot", fingerprint("b")}};
  file.position = {7, 1234567890123};
  Checkpoint& c = file.state;
  c.integrator = {1.0 / 3,
                  1e-17,
                  VectorX<double>::LinSpaced(7, -1.0 / 7, 5e-324),
                  VectorX<double>::LinSpaced(7, 1e300, 2),
                  VectorX<double>::LinSpaced(7, -1e-17, 1e-18),
                  12,
                  3,
                  99};
  c.command = c.load_sign = VectorX<double>::Constant(1, -0.1);
  c.modes = {-1, 0};
  c.resting = {true, false};
  c.was_limited = {true};
  c.audit.kinetic_peak = 0.1;
  c.events = {{0.3, 1, -1}};
  LimitRecord record{{}, 0.25, 0.125};
  record.limits.add(Limit::motor_current);
  record.limits.add(Limit::motor_torque);
  c.limits = {record};
  c.motion.tracking = {{1.0 / 3, 0.2, 1e-17, 7}};
  c.motion.ranges = {{0.1, 1.1, 1, 0.3, 0.25}};
  c.motion.motor_speeds = {{}, {1, 2, 3, 4, 5}};
  c.motion.mechanisms = {{0.2, 0.7, 0.5, 1, 0.75}};
  c.input_memory = {1, 0.7};
  return file;
}

TEST(CheckpointFile, ReadsBackExactly) {
  const ScratchFolder folder;
  const CheckpointFile file = sample();
  folder.write("c.json", checkpoint_text(file));
  const CheckpointFile read = read_checkpoint(folder.path("c.json"));
  EXPECT_EQ(checkpoint_text(read), checkpoint_text(file));
  EXPECT_EQ(read.state.integrator.x, file.state.integrator.x);
  EXPECT_EQ(read.state.integrator.f, file.state.integrator.f);
  EXPECT_EQ(read.state.integrator.carry, file.state.integrator.carry);
  EXPECT_EQ(read.state.limits[0].limits, file.state.limits[0].limits);
  EXPECT_EQ(read.state.resting, file.state.resting);
  EXPECT_EQ(read.state.motion.tracking.at(0).largest, 1.0 / 3);
  EXPECT_EQ(read.state.motion.ranges.at(0).first, 0.25);
  EXPECT_EQ(read.state.motion.joint_speeds.size(), 0u);
  EXPECT_EQ(read.state.motion.motor_speeds.at(1).time, 4);
  EXPECT_EQ(read.state.motion.mechanisms.at(0).worst, 0.7);
  EXPECT_EQ(read.inputs, file.inputs);
  EXPECT_EQ(read.position.bytes, file.position.bytes);
}

TEST(CheckpointFile, WhatIsNoneIsRefused) {
  const ScratchFolder folder;
  for (const char* text : {"", "[]", "{\"format\": \"other\"}", "{\"format\": 3}"}) {
    folder.write("c.json", text);
    EXPECT_NE(message_of([&] { read_checkpoint(folder.path("c.json")); }), "no error") << text;
  }
  const std::string whole = checkpoint_text(sample());
  for (std::size_t cut = 0; cut + 2 < whole.size(); cut += 97) {
    folder.write("c.json", whole.substr(0, cut));
    EXPECT_NE(message_of([&] { read_checkpoint(folder.path("c.json")); }), "no error") << cut;
  }
}

}  // namespace
}  // namespace erfd::test
