#include "reproduce/words.hpp"

#include <cmath>

namespace erfd {
namespace {

Json::Object head_of(const CatalogueEntry& entry) {
  const CatalogueItem& item = *entry.item;
  Json::List errata;
  for (const std::string_view row : item.errata) errata.emplace_back(std::string(row));
  return {{"id", std::string(item.id)},           {"paper", std::string(entry.paper->tag)},
          {"place", std::string(item.place)},     {"claim", plain_text(item.claim)},
          {"finding", plain_text(item.finding)},  {"stated", std::string(word_of(item.stated))},
          {"remark", plain_text(item.remark)},    {"errata", std::move(errata)},
          {"command", std::string(item.command)}, {"computed", item.compute != nullptr}};
}

Json number_json(const ComparedNumber& number) {
  const auto standing = standing_of(number);
  return Json::Object{{"what", number.what},
                      {"unit", number.unit},
                      {"printed", Json::maybe(number.printed)},
                      {"right", Json::maybe(number.right)},
                      {"ours", std::isfinite(number.ours) ? Json(number.ours) : Json()},
                      {"tolerance", number.tolerance},
                      {"verdict", standing ? Json(std::string(word_of(*standing))) : Json()},
                      {"as_stated", is_as_stated(number)}};
}

Json entry_json(const GalleryEntry& entry) {
  Json::Object object = head_of(entry.entry);
  Json::List numbers, notes;
  for (const ComparedNumber& number : entry.found.numbers) numbers.push_back(number_json(number));
  for (const std::string& note : entry.found.notes) notes.emplace_back(plain_text(note));
  object.emplace_back("verdict", std::string(word_of(entry.standing)));
  object.emplace_back("as_stated", entry.as_stated);
  object.emplace_back("failure", entry.failure.empty() ? Json() : Json(entry.failure));
  object.emplace_back("time_s", entry.seconds);
  object.emplace_back("numbers", std::move(numbers));
  object.emplace_back("notes", std::move(notes));
  return object;
}

}  // namespace

Json gallery_json(const Gallery& gallery) {
  const GalleryCounts c = counts_of(gallery);
  Json::List entries;
  for (const GalleryEntry& entry : gallery.entries) entries.push_back(entry_json(entry));
  return Json::Object{{"time_s", gallery.seconds},    {"computed", c.computed},
                      {"confirmed", c.confirmed},     {"corrected", c.corrected},
                      {"refuted", c.refuted},         {"not_reproducible", c.not_reproducible},
                      {"not_as_stated", c.surprises}, {"entries", std::move(entries)}};
}

Json catalogue_json(const std::vector<CatalogueEntry>& entries) {
  Json::List list;
  for (const CatalogueEntry& entry : entries) list.emplace_back(head_of(entry));
  return Json::Object{{"entries", std::move(list)}};
}

}  // namespace erfd
