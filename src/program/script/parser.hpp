// Words, numbers, texts and signs of a text, and what parsers of industrial languages have in common.
#pragma once

#include "program/script/machine.hpp"

#include <initializer_list>

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
  /// Brackets, signs and operators of one expression on the stack together.
  static constexpr int deepest_expression = 400;
  static constexpr int bracket = 4;  ///< weighs as much as so many operators

  /// An expression that is nested too deep or is too long.
  [[noreturn]] virtual void too_deep(std::uint32_t at) = 0;
  virtual Expr* product() = 0;

  const Token& now() const { return tokens_[i_]; }
  const Token& ahead() const { return tokens_[std::min(i_ + 1, tokens_.size() - 1)]; }
  void take();
  bool accept(std::string_view word_or_sign);
  bool now_is_one_of(std::initializer_list<std::string_view> words) const;

  Expr& make(ExprKind kind);
  Statement& make(StatementKind kind, Block& out);
  Expr* finish(Expr& e);
  Expr* binary(Op op, Expr* left, Expr* right);
  Expr* sum();
  /// Goes deeper; the caller takes the weight off again.
  void descend(std::uint32_t at);
  /// One more block in others. @throws StopReading for too many
  void enter_block();

  const Source& source_;
  Findings& findings_;
  Ast& ast_;
  std::vector<Token> tokens_;
  std::size_t i_ = 0;
  std::uint32_t last_end_ = 0;
  Routine* routine_ = nullptr;
  int depth_ = 0, blocks_ = 0;

 private:
  void count_node();

  std::string_view code_of_size_;
  std::size_t nodes_ = 0;
};

}  // namespace erfd::script
