// What a journal holds after anything that can happen to it.
#include "sweep/journal.hpp"

#include "erfd/base/error.hpp"

#include "sweep/sha256.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include <gtest/gtest.h>

namespace erfd {
namespace {

Sha256::Digest digest_of(const std::string& text) {
  Sha256 hash;
  hash.add(text);
  return hash.digest();
}

class JournalTest : public testing::Test {
 protected:
  JournalTest() {
    std::filesystem::create_directories(folder_);
    path_ = folder_ + "/journal-1-of-1.bin";
    std::filesystem::remove(path_);
  }
  void write_jobs(std::uint64_t from, std::uint64_t to) {
    Journal journal(path_, study_);
    for (std::uint64_t job = from; job < to; ++job)
      job % 3 == 2 ? journal.add(job, {{}, "no posture reaches the target"})
                   : journal.add(job, {{static_cast<double>(job), NAN}, {}});
  }
  std::map<std::uint64_t, std::uint64_t> jobs() const {
    std::map<std::uint64_t, std::uint64_t> found;
    scan_journal(path_, study_, [&](std::uint64_t job, std::uint64_t at) { found[job] = at; });
    return found;
  }

  /// Of its own: tests run beside each other.
  std::string folder_ = testing::TempDir() + "erfd_journal_" +
                        testing::UnitTest::GetInstance()->current_test_info()->name(),
              path_;
  Sha256::Digest study_ = digest_of("study");
};

// FIPS 180-4, examples of NIST.
TEST(Sha256Test, IsThatOfTheStandard) {
  EXPECT_EQ(hex(digest_of("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(digest_of("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(digest_of(std::string(1000000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_F(JournalTest, GivesBackWhatItTook) {
  write_jobs(0, 5);
  const JournalReader reader(path_);
  std::string body;
  for (const auto& [job, at] : jobs()) {
    const JournalRecord record = reader.read(at, body);
    EXPECT_EQ(record.job, job);
    if (job % 3 == 2) {
      EXPECT_EQ(record.result.error, "no posture reaches the target");
    } else {
      ASSERT_EQ(record.result.numbers.size(), 2u);
      EXPECT_EQ(record.result.numbers[0], static_cast<double>(job));
      EXPECT_TRUE(std::isnan(record.result.numbers[1]));
    }
  }
  EXPECT_EQ(jobs().size(), 5u);
}

// Cut at every byte, as a process or a machine that dies leaves it.
TEST_F(JournalTest, LosesOnlyWhatIsTorn) {
  write_jobs(0, 4);
  const auto whole = jobs();
  std::ifstream file(path_, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(length));
    std::size_t expected = 0;
    for (auto next = whole.begin(); next != whole.end(); ++next) {
      const auto after = std::next(next);
      const std::uint64_t end = after == whole.end() ? bytes.size() : after->second;
      expected += end <= length ? 1 : 0;
    }
    ASSERT_EQ(jobs().size(), expected) << length;
    write_jobs(10, 11);  // goes on behind what is whole
    ASSERT_EQ(jobs().size(), expected + 1) << length;
    ASSERT_TRUE(jobs().contains(10)) << length;
  }
}

TEST_F(JournalTest, StopsAtAByteThatIsNotTheOneWritten) {
  write_jobs(0, 4);
  const std::uint64_t third = jobs().at(2);
  std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(third) + 12);
  file.put('!');
  file.close();
  EXPECT_EQ(jobs().size(), 2u);
}

TEST_F(JournalTest, OfAnotherStudyIsRefused) {
  write_jobs(0, 1);
  EXPECT_THROW(Journal(path_, digest_of("another")), Error);
}

TEST_F(JournalTest, IsWrittenByOneProcess) {
  const Journal first(path_, study_);
  EXPECT_THROW(Journal(path_, study_), Error);
}

}  // namespace
}  // namespace erfd
