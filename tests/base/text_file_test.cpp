#include "erfd/base/text_file.hpp"

#include "support/scratch_folder.hpp"

#include <fstream>

#include <gtest/gtest.h>

namespace erfd {
namespace {

class TextFiles : public ::testing::Test {
 protected:
  const test::ScratchFolder folder;
  const std::string file = folder.path("a.irl");
};

TEST_F(TextFiles, AreReadToTheLastByte) {
  const std::string text("a\r\nb\0c\xff", 7);
  std::ofstream(file, std::ios::binary) << text;
  const TextFile read = read_text_file(file, "a program");
  EXPECT_TRUE(read.ok()) << read.problem;
  EXPECT_EQ(read.text, text);
}

TEST_F(TextFiles, OfExactlyTheMostAreReadAndNoLargerOnes) {
  const std::string text(1 << 20, 'x');
  std::ofstream(file, std::ios::binary) << text;
  EXPECT_EQ(read_text_file(file, "a program", 1).text.size(), text.size());
  std::ofstream(file, std::ios::binary | std::ios::app) << 'x';
  const TextFile large = read_text_file(file, "a program", 1);
  EXPECT_EQ(large.problem, "it has 1.0 MiB; at most 1 MiB are read; is it a program?");
  EXPECT_TRUE(large.text.empty());
}

TEST_F(TextFiles, SayWhyTheyCannotBeReadAndWhatHelps) {
  EXPECT_EQ(read_text_file(file, "a program").problem, "no such file; check the path");
  EXPECT_EQ(read_text_file(folder.path("."), "a program").problem,
            "it is a folder; name a program in it");
  EXPECT_EQ(read_text_file("/dev/null", "a program").problem,
            "it is not a regular file; name a program");
}

}  // namespace
}  // namespace erfd
