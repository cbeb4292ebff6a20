// RAPID: recursive descent with two tokens of look-ahead; an error costs one statement, not the file.
#pragma once

#include "program/rapid/lexer.hpp"

#include <initializer_list>

namespace erfd::rapid {

class Parser {
 public:
  Parser(const script::Source& source, script::Findings& findings, script::Ast& ast);
  /// All modules of one file.
  void file(const script::Source::File& file);

 private:
  struct Bad {};  ///< thrown behind the report of an error

  // Tokens.
  const Token& now() const { return tokens_[i_]; }
  const Token& ahead() const { return tokens_[std::min(i_ + 1, tokens_.size() - 1)]; }
  void take();
  bool accept(std::string_view word_or_sign);
  void expect(std::string_view word_or_sign, std::string_view after);
  [[noreturn]] void unexpected(std::string_view expected);
  [[noreturn]] void bad(std::string_view code, std::uint32_t at, std::string message);
  std::string found() const;
  std::string_view name(std::string_view of_what);
  bool now_is_one_of(std::initializer_list<std::string_view> words) const;
  void semicolon(std::string_view after);
  void recover();

  // Parts of a module.
  bool is_text(const script::Source::File& file);
  void module();
  void module_part(int module);
  void record();
  void alias();
  bool declaration(std::vector<script::Declaration>& into);
  void add_global(script::Declaration d, int module);
  void routine(int module, bool local);
  void parameters(script::Routine& r);
  void parameter(script::Routine& r);
  void add_local(script::Routine& r, script::Declaration d);
  void handler(script::Routine& r);

  // Statements.
  script::Block statements();
  bool ends_statements() const;
  void statement(script::Block& out);
  script::Statement& make(script::StatementKind kind, script::Block& out);
  bool control(script::Block& out);
  void choice(script::Block& out);
  void counted(script::Block& out);
  void while_loop(script::Block& out);
  void cases(script::Block& out);
  void simple(script::Block& out);
  void late_call(script::Block& out);
  void close(std::string_view end_word, std::string_view begin_word, std::uint32_t opened);
  std::vector<script::Argument> arguments(std::string_view end);

  // Expressions, from loose to tight.
  script::Expr* expression();
  script::Expr* conjunction();
  script::Expr* relation();
  script::Expr* sum();
  script::Expr* product();
  script::Expr* primary();
  script::Expr* suffixes(script::Expr* whole);
  script::Expr& make(script::ExprKind kind);
  script::Expr* binary(script::Op op, script::Expr* left, script::Expr* right);
  script::Expr* finish(script::Expr& e);
  void count_node();

  const script::Source& source_;
  script::Findings& findings_;
  script::Ast& ast_;
  std::vector<Token> tokens_;
  std::size_t i_ = 0;
  std::uint32_t last_end_ = 0;
  script::Routine* routine_ = nullptr;
  int depth_ = 0, blocks_ = 0;
  std::size_t nodes_ = 0;
};

/// Words that name nothing of a program.
bool is_reserved(std::string_view word);

}  // namespace erfd::rapid
