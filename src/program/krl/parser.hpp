// KRL: recursive descent, line by line; a line that is no KRL is told and stepped over.
#pragma once

#include "program/krl/lexer.hpp"

#include <initializer_list>

namespace erfd::krl {

class Parser {
 public:
  Parser(const script::Source& source, script::Findings& findings, script::Ast& ast);
  void file(const script::Source::File& file);
  /// Routines that set up the data of .dat files, in the order of the files.
  const std::vector<int>& data_parts() const { return data_parts_; }
  /// The first routine of the first .src file; −1: there is none.
  int first_routine() const { return first_routine_; }

 private:
  struct Foreign {
    std::uint32_t at = 0;
    std::string why;
  };

  // Tokens.
  const Token& now() const { return tokens_[i_]; }
  const Token& ahead() const { return tokens_[std::min(i_ + 1, tokens_.size() - 1)]; }
  void take();
  bool accept(std::string_view word_or_sign);
  void expect(std::string_view word_or_sign);
  [[noreturn]] void unexpected(std::string_view expected);
  bool now_is_one_of(std::initializer_list<std::string_view> words) const;
  bool at_line_end() const;
  void skip_line();
  void end_of_line();
  void tell(const Foreign& foreign, std::uint32_t begin);
  std::string line_text(std::uint32_t at) const;

  // Parts of a file.
  int module_of(const script::Source::File& file);
  void data_part(int module, bool of_controller);
  void routine(int module, bool global);
  void parameters(script::Routine& r);
  bool declaration();
  void declared_names(const script::Type* type, bool global);
  void structure();
  void signal();
  void add(script::Declaration d, bool global);

  // Statements.
  script::Block statements();
  bool ends_statements() const;
  void statement(script::Block& out);
  script::Statement& make(script::StatementKind kind, script::Block& out);
  bool control(script::Block& out);
  bool stepped_over();
  void choice(script::Block& out);
  void cases(script::Block& out);
  void counted(script::Block& out);
  void loops(script::Block& out);
  void wait(script::Block& out);
  void approximations(script::Statement& s);
  bool move(script::Block& out);
  void simple(script::Block& out);
  void close(std::string_view end_word, std::string_view begin_word, std::uint32_t opened);

  // Expressions, from loose to tight.
  script::Expr* expression();
  script::Expr* exclusive();
  script::Expr* conjunction();
  script::Expr* relation();
  script::Expr* sum();
  script::Expr* product();
  script::Expr* geometric();
  script::Expr* primary();
  script::Expr* aggregate();
  script::Expr* suffixes(script::Expr* whole);
  std::vector<script::Argument> arguments();
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
  int module_ = 0;
  bool of_controller_ = false;
  std::map<std::string, int> modules_;
  std::map<std::string, int> list_types_;
  std::vector<int> data_parts_;
  int first_routine_ = -1;
  int depth_ = 0, blocks_ = 0;
  std::size_t nodes_ = 0;
};

}  // namespace erfd::krl
