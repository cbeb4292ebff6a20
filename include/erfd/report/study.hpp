// What a study says, for its readers: terminal, JSON, page.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/sweep/statistics.hpp"

#include <string>

namespace erfd {

/// A study with what came out.
struct StudySubject {
  const PreparedStudy& prepared;
  const SweepResults& results;
  const StudySummary& summary;
};

/// "achievable in 96.8 % (95 % interval 96.2 to 97.3 %) of 10000 jobs; line 28 decides; friction of
/// axis 5 explains 71 %".
std::string study_sentence(const StudySubject& subject);
std::string study_text(const StudySubject& subject, const TextStyle& style);
/// docs/study-file.md lists the keys.
Json study_json(const StudySubject& subject);

/// A job that has a page of its own.
struct CaseLink {
  std::uint64_t job = 0;
  std::string file;  ///< relative to the page
};
/// One HTML file that needs nothing else.
std::string study_page(const StudySubject& subject, const std::vector<CaseLink>& cases = {});

/// The command that runs a job of a study alone: erfd verify … --set KEY=VALUE.
std::string command_of(const StudySubject& subject, std::uint64_t job);

}  // namespace erfd
