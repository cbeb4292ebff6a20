// Reads the keys of one TOML table by name, and reports what does not fit.
#pragma once

#include "erfd/base/field.hpp"

#include "base/toml/findings.hpp"
#include "base/toml/key.hpp"
#include "base/toml/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace erfd {

/// The origin that holds for the numbers of a table, and the key that calls them estimated.
struct Heritage {
  Provenance from;
  Location estimated_at;
};

/// Numbers in the unit of the file: what they mean depends on more than the file.
struct WrittenNumbers {
  std::vector<double> values;
  Unit unit;
  std::string key;
  Location at;
};

/// One table under reading. Every key that is asked for is known; finish() reports the others.
class TableReader {
 public:
  /// @param place  how messages name the table: "body 'upper'"
  TableReader(const TomlTable& table, std::string place, Heritage inherited, Findings& findings);

  /// Takes source, estimated, measured, spread and note as the origin of the numbers of this table.
  TableReader& with_origin();
  void inherit(const Heritage& heritage) { heritage_ = heritage; }
  /// The table names only what is to be changed: nothing is missing in it and in its inner tables.
  void take_as_change(bool is_change) { is_change_ = is_change; }

  std::string text(std::string_view key, Need need = Need::optional);
  std::vector<std::string> texts(std::string_view key);
  /// A word out of a list, or nothing (with a finding if the word is unknown).
  ///
  /// @param words  pairs of a word and its meaning
  template <class Words>
  auto word(std::string_view key, const Words& words, Need need = Need::optional)
      -> std::optional<typename Words::value_type::second_type> {
    const std::optional<std::size_t> chosen = choice(key, names(words), need);
    return chosen ? std::optional(words[*chosen].second) : std::nullopt;
  }

  /// The quantity `stem` in any unit of the family, in SI.
  Field<double> number(std::string_view stem, UnitFamily family, Need need = Need::optional);
  Field<Triple> triple(std::string_view stem, UnitFamily family, Need need = Need::optional);
  /// Three or six numbers; the products are zero when left out.
  Field<std::array<double, 6>> inertia(std::string_view stem);
  /// A list of one of the lengths (any length when none is given).
  Field<std::vector<double>> numbers(std::string_view stem, UnitFamily family,
                                     const std::vector<std::size_t>& lengths = {},
                                     Need need = Need::optional);
  /// true or false.
  std::optional<bool> boolean(std::string_view key);
  /// A number or a list of numbers, as the file writes them.
  std::optional<WrittenNumbers> one_or_more(std::string_view stem, UnitFamily family);
  /// As numbers(), in the unit of the file; with that unit.
  std::pair<Field<std::vector<double>>, Unit> numbers_as_written(std::string_view stem,
                                                                 UnitFamily family);
  Field<std::vector<std::vector<double>>> matrix(std::string_view key, Need need = Need::optional);
  /// A number of a joint; a key of the other kind of joint is reported. Without a motion both are
  /// taken.
  Field<double> joint_number(const JointKey& key, std::optional<JointMotion> motion);
  Field<std::vector<double>> joint_range(const JointKey& key, std::optional<JointMotion> motion);

  /// The table under `key`.
  std::optional<TableReader> table(std::string_view key, Need need = Need::optional);

  /// Reads each table of a list, named by its `name`: "body 'upper'" or "body 2". Stops when
  /// further findings would be dropped.
  template <class Read>
  void for_each(std::string_view key, Read read) {
    const TomlArray* const list = list_of_tables(key);
    for (std::size_t i = 0; list && i < list->items.size() && !findings_->full(); ++i)
      if (std::optional<TableReader> reader = item(key, *list, i)) read(*reader);
  }

  /// True if the key stands in the table, readable or not.
  bool has(std::string_view key) const { return table_->find(key) != nullptr; }
  bool has(std::string_view stem, UnitFamily family) const {
    return find_key(stem, family) != nullptr;
  }
  bool has(const Key& key) const { return has(key.stem, key.family); }
  /// Reports a key that has no meaning here: "<place>: <key> <why>".
  void refuse(std::string_view stem, UnitFamily family, std::string_view check,
              std::string_view why);
  void missing(std::string_view check, std::string_view key, std::string_view cure = "");
  void error(std::string_view check, Location at, std::string_view message);
  /// Reports the keys that nobody asked for.
  void finish();

  Location at() const { return table_->at; }
  Location at(std::string_view key) const;
  /// The origin of a row of numbers read from this table: what they have in common, or all of it
  /// together.
  Provenance row_origin() const;

 private:
  struct Found {
    std::string key;
    Location at;
    const TomlValue* value;
    Unit unit;
    Provenance from;
  };

  template <class Words>
  static std::vector<std::string> names(const Words& words) {
    std::vector<std::string> all;
    all.reserve(words.size());
    for (const auto& [name, meaning] : words) all.emplace_back(name);
    return all;
  }

  const TomlArray* list_of_tables(std::string_view key);
  std::optional<TableReader> item(std::string_view key, const TomlArray& list, std::size_t i);
  const TomlMember* ask(std::string_view key);
  const TomlMember* say_origin(std::string_view key, bool& said);
  void read_spread();
  const TomlMember* find_key(std::string_view stem, UnitFamily family) const;
  std::optional<std::size_t> choice(std::string_view key, const std::vector<std::string>& words,
                                    Need need);
  std::optional<Found> find(std::string_view stem, UnitFamily family, Need need);
  std::optional<Found> open_value_table(Found found, const TomlTable& table);
  void note_origin(const Found& found);
  std::optional<double> number_in(const TomlValue& value, const Found& found, bool convert);
  std::optional<std::vector<double>> list_in(const TomlValue& value, const Found& found,
                                             const std::vector<std::size_t>& lengths, bool convert);
  void wrong_type(const TomlValue& value, std::string_view key, Location at,
                  std::string_view expected);
  /// The units that the motion of the joint allows, none for a fixed joint; others are reported.
  UnitFamily pick(const JointKey& key, JointMotion motion);
  std::string suggestion(const std::string& key) const;

  const TomlTable* table_;
  std::string place_;
  Heritage heritage_;
  Findings* findings_;
  bool is_change_ = false;
  std::vector<std::string> known_;
  std::vector<Provenance> origins_;
};

}  // namespace erfd
