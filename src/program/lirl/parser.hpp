// Recursive descent with one token of look-ahead; an error costs one statement, not the file.
#pragma once

#include "program/lirl/ast.hpp"
#include "program/lirl/lexer.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace erfd::lirl {

class Parser {
 public:
  Parser(std::string_view source, Findings& findings, Ast& ast);
  void program();
  bool lost_in_comment() const { return lexer_.lost_in_comment(); }

 private:
  // Tokens.
  void take();
  bool accept(std::string_view word_or_sign);
  void expect(std::string_view word_or_sign, std::string_view after);
  [[noreturn]] void unexpected(std::string_view expected) const;
  void refuse_loose_unit() const;
  std::string found() const;
  std::string name(std::string_view of_what);
  bool now_is_one_of(std::initializer_list<std::string_view> words) const;
  void semicolon(std::string_view after);
  void optional_semicolon();
  void recover();
  void tell(Failure failure);

  // Parts of a program.
  void declaration_part(std::vector<Declaration>& out, bool is_constant);
  void declaration(std::vector<Declaration>& out, bool is_constant);
  void declared_item(std::vector<Declaration>& out, Type type, bool is_constant);
  void routine();
  void parameters(Routine& routine);
  Type type_word();
  Block block();
  void close(std::string_view end_word, std::string_view begin_word, Location opened);

  // Statements.
  Block statements();
  bool ends_statements() const;
  bool adopt(std::vector<std::string_view>& orphans);
  void statement(Block& out);
  Statement& make(StatementKind kind, Block& out);
  void move(Statement& s);
  Option move_option();
  void orientation_mode(Option& option);
  void assignment_or_call(Block& out);
  void choice(Statement& s);
  void cases(Statement& s);
  std::vector<Expr*> labels();
  void while_loop(Statement& s);
  void for_loop(Statement& s);
  void wait(Statement& s);
  void ext_force(Statement& s);
  bool setting(Block& out);
  bool control(Block& out);

  // Expressions, from loose to tight.
  Expr* expression();
  Expr* conjunction();
  Expr* relation();
  Expr* geometric();
  Expr* term();
  Expr* factor();
  Expr* primary();
  Expr* bracketed();
  Expr* named();
  Expr* suffixes(Expr* whole);
  void arguments(Expr& call);
  Expr& make(ExprKind kind);
  Expr* finish(Expr& e);
  Expr* binary(Operator op, Location at, Expr* left, Expr* right);
  bool accept_equals();
  void count_node();

  std::string_view source_;
  Lexer lexer_;
  Findings& findings_;
  Ast& ast_;
  Token now_;
  std::size_t last_end_ = 0;
  Location last_end_at_;
  std::string_view bare_number_;  ///< the token before as it is written, if it has no unit
  int nested_expressions_ = 0;
  int nested_blocks_ = 0;
  std::size_t nodes_ = 0;
};

/// The options of a move by their words; `unknown` if it is none.
OptionKind option_of_word(std::string_view word);
std::string_view name_of(OptionKind kind);

}  // namespace erfd::lirl
