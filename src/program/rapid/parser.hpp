// RAPID: recursive descent with two tokens of look-ahead; an error costs one statement, not the file.
#pragma once

#include "program/rapid/lexer.hpp"

namespace erfd::rapid {

/// Words that name nothing of a program.
bool is_reserved(std::string_view word);

class Parser final : public script::Parser {
 public:
  Parser(const script::Source& source, script::Findings& findings, script::Ast& ast)
      : script::Parser(source, findings, ast, "R0203") {}
  /// All modules of one file.
  void file(const script::Source::File& file);

 private:
  // Tokens.
  [[noreturn]] void unexpected(std::string_view expected) override;
  [[noreturn]] void bad(std::string_view code, std::uint32_t at, std::string message);
  std::string_view name(std::string_view of_what);
  void semicolon(std::string_view after);
  void recover(const Bad&, std::uint32_t) override { recover(); }
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
  void parameter(script::Routine& r, bool alternative);
  void add_local(script::Routine& r, script::Declaration d);
  void handler(script::Routine& r);

  // Statements.
  bool ends_statements() const override;
  void statement(script::Block& out) override;
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
  script::Expr* expression() override;
  script::Expr* negated(script::Expr* (Parser::*operand)());
  script::Expr* conjunction();
  script::Expr* relation();
  script::Expr* product() override;
  [[noreturn]] void too_deep(std::uint32_t at) override;
  Signs prefixes() const override;
  script::Expr* list() override;
  script::Expr* index(script::Expr* whole) override;
  bool is_name(const Token& word) const override { return !is_reserved(word.key); }
  std::vector<script::Argument> call_arguments() override;
};

}  // namespace erfd::rapid
