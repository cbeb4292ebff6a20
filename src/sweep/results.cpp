#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"
#include "erfd/io/output_file.hpp"
#include "erfd/sweep/sweep.hpp"

#include "sweep/journal.hpp"
#include "sweep/journal_files.hpp"
#include "sweep/study_hash.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::size_t block = 8192;  ///< entries of the index that are in memory at once

/// A field of a CSV: what could break the row stands in quotes.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c == '\n' || c == '\r' ? ' ' : c;
  }
  return quoted + '"';
}

std::string csv_number(const ResultColumn& column, double number) {
  if (std::isnan(number)) return "";
  if (column.words.empty()) return std::isinf(number) ? "inf" : shortest(number);
  return csv_field(column.words[static_cast<std::size_t>(number)]);
}

}  // namespace

std::string journal_path(const std::string& folder, const Shard& shard) {
  return fmt::format("{}/journal-{}-of-{}.bin", folder, shard.index + 1, shard.count);
}

std::vector<std::string> journal_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("journal-") && name.ends_with(".bin"))
      files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Sha256::Digest study_hash(const PreparedStudy& prepared) {
  Sha256 hash;
  hash.add(prepared.study().text);
  hash.add(body_of(0, prepared.nominal()));
  return hash.digest();
}

/// Where the record of each job stands: one number a job, in an unnamed file.
struct SweepResults::Index {
  std::FILE* file = std::tmpfile();
  std::vector<JournalReader> journals;

  ~Index() {
    if (file) std::fclose(file);
  }
  /// Journal and offset behind it; 0: not done.
  static std::uint64_t entry(std::size_t journal, std::uint64_t offset) {
    return (static_cast<std::uint64_t>(journal) << 44) | offset;
  }
  void seek(std::uint64_t job) const {
    if (std::fseek(file, static_cast<long>(8 * job), SEEK_SET) != 0) fail();
  }
  std::uint64_t get(std::uint64_t job) const {
    std::uint64_t entry = 0;
    seek(job);
    return std::fread(&entry, 8, 1, file) == 1 ? entry : 0;
  }
  void put(std::uint64_t job, std::uint64_t entry) const {
    seek(job);
    if (std::fwrite(&entry, 8, 1, file) != 1) fail();
  }
  JournalRecord record(std::uint64_t entry, std::string& body) const {
    return journals[entry >> 44].read(entry & ((std::uint64_t{1} << 44) - 1), body);
  }
  [[noreturn]] static void fail() {
    throw Error("sweep: the folder for temporary files ($TMPDIR) does not take the index");
  }
  template <class Visit>
  void each(std::uint64_t jobs, Visit visit) const {
    std::vector<std::uint64_t> entries(block);
    std::string body;
    for (std::uint64_t first = 0; first < jobs; first += block) {
      seek(first);
      const std::size_t count = std::fread(entries.data(), 8, block, file);
      for (std::size_t i = 0; i < count && first + i < jobs; ++i) {
        if (entries[i] == 0) continue;
        const JournalRecord read = record(entries[i], body);
        visit(first + i, read.result, body);
      }
    }
  }
};

SweepResults::SweepResults(const PreparedStudy& prepared, const std::string& folder)
    : jobs_(prepared.jobs()), index_(std::make_unique<Index>()) {
  if (!index_->file) Index::fail();
  const Sha256::Digest study = study_hash(prepared);
  for (const std::string& path : journal_files(folder)) {
    const std::size_t journal = index_->journals.size();
    index_->journals.emplace_back(path);
    scan_journal(path, study, [&](std::uint64_t job, std::uint64_t offset) {
      if (job >= jobs_ || index_->get(job) != 0) return;  // run twice: the same result
      index_->put(job, Index::entry(journal, offset));
      ++done_;
    });
  }
}

SweepResults::~SweepResults() = default;

void SweepResults::each(const std::function<void(std::uint64_t, const JobResult&)>& row) const {
  index_->each(jobs_, [&](std::uint64_t job, const JobResult& result, const std::string&) {
    row(job, result);
  });
}

JobResult SweepResults::result(std::uint64_t job) const {
  std::string body;
  return index_->record(index_->get(job), body).result;
}

std::string SweepResults::hash() const {
  Sha256 hash;
  index_->each(jobs_,
               [&](std::uint64_t, const JobResult&, const std::string& body) { hash.add(body); });
  return hex(hash.digest());
}

void write_results_csv(const PreparedStudy& prepared, const SweepResults& results,
                       const std::string& path, bool overwrite) {
  OutputFile file(path, overwrite);
  std::string line = "job";
  for (const Variation& variation : prepared.study().variations)
    line += ',' + csv_field(variation.name);
  for (const ResultColumn& column : prepared.columns())
    line += ',' + (column.unit.empty() ? column.name : column.name + '_' + column.unit);
  file.write(line + ",error\n");
  const StudyPoints points(prepared.study());
  results.each([&](std::uint64_t job, const JobResult& result) {
    line = std::to_string(job);
    for (const VariedValue& value : points.at(job))
      line += ',' + csv_field(value.text.empty() ? shortest(value.number) : value.text);
    for (std::size_t i = 0; i < prepared.columns().size(); ++i)
      line +=
          ',' + (result.error.empty() ? csv_number(prepared.columns()[i], result.numbers[i]) : "");
    file.write(line + ',' + csv_field(result.error) + '\n');
  });
  file.commit();
}

}  // namespace erfd
