// Words, numbers, texts and signs of a text, and what parsers of industrial languages have in common.
#pragma once

#include "program/script/machine.hpp"

#include <initializer_list>
#include <span>

namespace erfd::script {

struct Token {
  enum class Kind : std::uint8_t { end, line_end, word, enumeration, number, text, sign };
  Kind kind = Kind::end;
  bool whole = false;                ///< of a number
  std::uint32_t begin = 0, end = 0;  ///< in the source
  std::string_view key;              ///< of a word in lower case; of a text its content
  double number = 0;

  /// A word or sign, not a text of the same letters.
  bool is(std::string_view word_or_sign) const {
    return (kind == Kind::word || kind == Kind::sign) && key == word_or_sign;
  }
};

/// Recursive descent with two tokens of look-ahead.
class Parser {
 public:
  Parser(const Source& source, Findings& findings, Ast& ast, std::string_view code_of_size)
      : source_(source), findings_(findings), ast_(ast), code_of_size_(code_of_size) {}
  virtual ~Parser() = default;
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

 protected:
  /// Ends a statement that cannot be read.
  struct Bad {
    std::uint32_t at = 0;
    std::string why;  ///< empty: it is told
  };
  struct Sign {
    std::string_view text;
    Op op;
  };
  using Signs = std::span<const Sign>;

  // What a language adds.
  /// @throws Bad
  [[noreturn]] virtual void unexpected(std::string_view expected) = 0;
  /// An expression that is nested too deep or is too long.
  [[noreturn]] virtual void too_deep(std::uint32_t at) = 0;
  /// One statement; what it makes goes behind `out`.
  virtual void statement(Block& out) = 0;
  virtual bool ends_statements() const = 0;
  /// Goes on behind a statement that began at `begin` and cannot be read.
  virtual void recover(const Bad& bad, std::uint32_t begin) = 0;
  virtual Expr* expression() = 0;
  virtual Expr* product() = 0;
  /// In front of a value.
  virtual Signs prefixes() const = 0;
  /// A list; null: none begins here.
  virtual Expr* list() = 0;
  /// An element of an array; null: no index begins here.
  virtual Expr* index(Expr* whole) = 0;
  virtual bool is_name(const Token& word) const = 0;
  /// Behind the opening bracket, with the closing one.
  virtual std::vector<Argument> call_arguments() = 0;

  // Tokens.
  const Token& now() const { return tokens_[i_]; }
  const Token& ahead() const { return tokens_[std::min(i_ + 1, tokens_.size() - 1)]; }
  void take();
  bool accept(std::string_view word_or_sign);
  bool now_is_one_of(std::initializer_list<std::string_view> words) const;
  /// @param after  where it stands: "behind the condition"
  void expect(std::string_view word_or_sign, std::string_view after = "");
  std::string found() const;

  // Parts.
  Expr& make(ExprKind kind);
  Statement& make(StatementKind kind, Block& out);
  Expr* finish(Expr& e);
  Block statements();

  // Expressions, from loose to tight.
  /// A whole one: as deep behind it as before.
  template <class Read>
  Expr* nested(Read&& read) {
    const int before = depth_;
    descend(now().begin);
    Expr* const made = read();
    depth_ = before;
    return made;
  }
  /// a + b − c: from left to right.
  template <class Operand>
  Expr* chain(std::initializer_list<Sign> signs, Operand&& operand) {
    Expr* left = operand();
    while (const Sign* const sign = accept_sign(signs)) left = binary(sign->op, left, operand());
    return left;
  }
  /// a < b, at most once.
  Expr* compared(Signs signs);
  Expr* sum();
  Expr* primary();
  Expr* suffixes(Expr* whole);
  /// One or more, with commas.
  std::vector<Expr*> expressions();
  /// Goes deeper; the caller takes the weight off again.
  void descend(std::uint32_t at);

  static constexpr int bracket = 4;  ///< weighs as much as so many operators

  const Source& source_;
  Findings& findings_;
  Ast& ast_;
  std::vector<Token> tokens_;
  std::size_t i_ = 0;
  std::uint32_t last_end_ = 0;
  Routine* routine_ = nullptr;
  int depth_ = 0;

 private:
  void count_node();
  /// One more block in others. @throws StopReading for too many
  void enter_block();
  const Sign* accept_sign(Signs signs);
  Expr* binary(Op op, Expr* left, Expr* right);
  Expr* prefixed(Op op, Expr& e);
  Expr* member(Expr* whole);
  bool literal(Expr& e) const;

  std::string_view code_of_size_;
  std::size_t nodes_ = 0;
  int blocks_ = 0;
};

}  // namespace erfd::script
