// Keys: docs/study-file.md.
#include "report/study/parts.hpp"

#include <cmath>

namespace erfd {
namespace {

Json count_json(std::uint64_t count) { return static_cast<double>(count); }

Json share_json(const ShareEstimate& share) {
  return Json::Object{{"yes", count_json(share.yes)},
                      {"of", count_json(share.all)},
                      {"share", share.share},
                      {"low_95", share.low},
                      {"high_95", share.high}};
}

Json distribution_json(const Distribution& d) {
  Json json = Json::Object{{"count", count_json(d.count)}, {"infinite", count_json(d.beyond)}};
  if (d.count == 0) return json;
  json.set("mean", d.mean);
  json.set("deviation", d.deviation);
  json.set("least", d.least);
  json.set("most", d.most);
  json.set("quantiles_5_25_50_75_95", Json::numbers(d.quantiles));
  return json;
}

Json influence_json(const Variation& variation, const Influence& f) {
  Json json = Json::Object{{"name", variation.name},
                           {"explains", f.share},
                           {"low_95", f.low},
                           {"high_95", f.high},
                           {"slope", f.slope}};
  if (f.first) {
    json.set("sobol_first", *f.first);
    json.set("sobol_first_half_width_95", f.first_error);
    json.set("sobol_total", *f.total);
    json.set("sobol_total_half_width_95", f.total_error);
  }
  return json;
}

}  // namespace

Json study_json(const StudySubject& s) {
  const Study& study = s.prepared.study();
  const auto& columns = s.prepared.columns();
  Json results = Json::Object{};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Json column = distribution_json(s.summary.distributions[i]);
    if (!columns[i].unit.empty()) column.set("unit", columns[i].unit);
    if (s.summary.truths[i]) column.set("true", share_json(*s.summary.truths[i]));
    results.set(columns[i].name, std::move(column));
  }
  Json::List lines, influences, worst, errors;
  for (const LineShare& line : s.summary.lines)
    lines.push_back(Json::Object{{"line", line.line},
                                 {"within", share_json(line.within)},
                                 {"decides", count_json(line.decides)}});
  for (std::size_t i = 0; i < study.variations.size(); ++i)
    influences.push_back(influence_json(study.variations[i], s.summary.influences[i]));
  for (const std::uint64_t job : s.summary.worst)
    worst.push_back(Json::Object{{"job", count_json(job)}, {"command", command_of(s, job)}});
  for (const auto& [error, count] : s.summary.errors)
    errors.push_back(Json::Object{{"error", error}, {"jobs", count_json(count)}});
  return Json::Object{{"study", study.name},
                      {"job", study.job},
                      {"jobs", count_json(s.summary.jobs)},
                      {"done", count_json(s.summary.done)},
                      {"failed", count_json(s.summary.failed)},
                      {"hash", s.results.hash()},
                      {"sentence", study_sentence(s)},
                      {"results", results},
                      {"lines", lines},
                      {"explains", study.explains},
                      {"linear_model_explains", s.summary.explained},
                      {"influences", influences},
                      {"worst", worst},
                      {"errors", errors}};
}

}  // namespace erfd
