// Values and types of the languages of industrial robots: numbers, truths, texts, records, arrays.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::script {

struct Type;
struct Field {
  std::string name;
  const Type* type = nullptr;
  int size = 0;  ///< of an array; 0: none
};

struct Type {
  enum class Kind : std::uint8_t {
    number,
    truth,
    text,
    record,
    open  ///< holds whatever it is given: signals, types that nothing declares
  };
  std::string name;
  Kind kind = Kind::open;
  std::vector<Field> fields;
  /// −1: there is none of that name.
  int field(std::string_view name) const;
};

/// A value of any type; `none`: never set.
struct Value {
  enum class Kind : std::uint8_t { none, number, truth, text, word, list };
  Kind kind = Kind::none;
  bool whole = false;  ///< a number of a type whose division leaves no fraction
  double number = 0;   ///< of a truth: 0 or 1
  /// Of a number that stands in the source: where, and what is written there. 0, 0: none does.
  std::uint32_t begin = 0, end = 0;
  double written = 0;
  const Type* type = nullptr;  ///< of a record
  std::string text;            ///< of a word: the name of a member of an enumeration
  std::vector<Value> items;    ///< of a record or array

  static Value of(double number);
  static Value of(bool truth);
  /// A number that another one, which is written somewhere, leads to.
  static Value derived(double number, const Value& from);
  static Value of_text(std::string text);
  static Value of_word(std::string word);
  static Value of_list(std::vector<Value> items, const Type* type = nullptr);

  bool is_set() const { return kind != Kind::none; }
  bool is_record() const { return kind == Kind::list && type != nullptr; }
  /// A component; null where there is none of that name.
  Value* part(std::string_view name);
  const Value* part(std::string_view name) const;
  /// The number of a component, or another value where it is missing or unset.
  double number_of(std::string_view name, double otherwise = 0) const;
};

bool same(const Value& a, const Value& b);
/// What messages call it: "a number", "robtarget".
std::string_view kind_name(const Value& value);
/// Of a value at its place: states of a program that are alike have the same.
std::uint64_t digest(const Value& value, const void* place);
/// How many values it is made of.
std::size_t weight(const Value& value);

/// All types of a program.
class Types {
 public:
  Types();
  /// Components are "x,y,z:num" groups separated by blanks: "trans:pos rot:orient".
  const Type* add(std::string name, Type::Kind kind, std::string_view fields = "");
  /// One that was asked for before it is declared keeps its place.
  const Type* add(Type type);
  /// A type of that name; one that is not known is open.
  const Type* get(std::string_view name);
  const Type* find(std::string_view name) const;

  const Type *number = nullptr, *truth = nullptr, *text = nullptr;

 private:
  std::deque<Type> all_;
  std::map<std::string, Type*, std::less<>> by_name_;
};

/// What a variable of a type holds before anything is written to it: zeros, if the language says so,
/// or values that are not set.
Value first_value(const Type& type, const std::vector<int>& sizes, bool zeros);

}  // namespace erfd::script
