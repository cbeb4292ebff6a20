// RAPID: recursive descent with two tokens of look-ahead; an error costs one statement, not the file.
#pragma once

#include "program/rapid/lexer.hpp"

namespace erfd::rapid {

class Parser final : public script::Parser {
 public:
  Parser(const script::Source& source, script::Findings& findings, script::Ast& ast)
      : script::Parser(source, findings, ast, "R0203") {}
  /// All modules of one file.
  void file(const script::Source::File& file);

 private:
  struct Bad {};  ///< thrown behind the report of an error

  // Tokens.
  void expect(std::string_view word_or_sign, std::string_view after);
  [[noreturn]] void unexpected(std::string_view expected);
  [[noreturn]] void bad(std::string_view code, std::uint32_t at, std::string message);
  std::string found() const;
  std::string_view name(std::string_view of_what);
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
  void parameter(script::Routine& r, bool alternative);
  void add_local(script::Routine& r, script::Declaration d);
  void handler(script::Routine& r);

  // Statements.
  script::Block statements();
  bool ends_statements() const;
  void statement(script::Block& out);
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
  script::Expr* product() override;
  [[noreturn]] void too_deep(std::uint32_t at) override;
  script::Expr* primary();
  script::Expr* suffixes(script::Expr* whole);
};

/// Words that name nothing of a program.
bool is_reserved(std::string_view word);

}  // namespace erfd::rapid
