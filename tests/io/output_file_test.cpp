#include "erfd/io/output_file.hpp"

#include "support/message_of.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace erfd::test {
namespace {

using Names = std::set<std::string>;

TEST(OutputFile, AppearsUnderItsNameOnlyWhenItIsComplete) {
  const ScratchFolder folder;
  {
    OutputFile file(folder.path("a.txt"), false);
    file.write("half");
    EXPECT_EQ(folder.names(), Names{"a.txt.part"});
    file.write(" whole");
    file.commit();
  }
  EXPECT_EQ(folder.names(), Names{"a.txt"});
  EXPECT_EQ(folder.text("a.txt"), "half whole");
}

TEST(OutputFile, ThatIsGivenUpLeavesNothingAndTheOldFileAsItWas) {
  const ScratchFolder folder;
  folder.write("a.txt", "old");
  {
    OutputFile file(folder.path("a.txt"), true);
    file.write("new");
    file.flush();
  }
  EXPECT_EQ(folder.names(), Names{"a.txt"});
  EXPECT_EQ(folder.text("a.txt"), "old");
}

TEST(OutputFile, KeepsWhatWasFlushedWhenTheProgramIsKilled) {
  const ScratchFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    OutputFile file(folder.path("a.txt"), false);
    file.write("flushed");
    file.flush();
    file.write(" lost");
    _exit(0);  // no destructor runs
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(folder.names(), Names{"a.txt.part"});
  EXPECT_EQ(folder.text("a.txt.part"), "flushed");
  EXPECT_EQ(message_of([&] { OutputFile(folder.path("a.txt"), false); }),
            folder.path("a.txt") +
                ".part: is being written, or left from a run that broke off; take it away, or "
                "--force overwrites it");
  OutputFile(folder.path("a.txt"), true).commit();
  EXPECT_EQ(folder.names(), Names{"a.txt"});
}

TEST(OutputFile, OverwritesOnlyWhenAsked) {
  const ScratchFolder folder;
  folder.write("a.txt", "old");
  EXPECT_EQ(message_of([&] { OutputFile(folder.path("a.txt"), false); }),
            folder.path("a.txt") + ": exists already; --force overwrites it");
  EXPECT_EQ(message_of([&] { OutputFile(folder.path(""), true); }),
            folder.path("") + ": is no regular file; name a file to write");
  EXPECT_EQ(message_of([&] { OutputFile(folder.path("no/a.txt"), false); }),
            folder.path("no/a.txt") + ": cannot be written: No such file or directory");
}

TEST(OutputFile, WritesTheFileThatALinkPointsTo) {
  const ScratchFolder folder;
  folder.write("a.txt", "old");
  std::filesystem::create_symlink("a.txt", folder.path("link.txt"));
  OutputFile file(folder.path("link.txt"), true);
  file.write("new");
  file.commit();
  EXPECT_EQ(folder.text("a.txt"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.txt")));
}

}  // namespace
}  // namespace erfd::test
