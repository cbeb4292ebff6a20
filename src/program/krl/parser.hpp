// KRL: recursive descent, line by line; a line that is no KRL is told and stepped over.
#pragma once

#include "program/krl/lexer.hpp"

namespace erfd::krl {

class Parser final : public script::Parser {
 public:
  Parser(const script::Source& source, script::Findings& findings, script::Ast& ast)
      : script::Parser(source, findings, ast, "K0203") {}
  void file(const script::Source::File& file);
  /// Routines that set up the data of .dat files, in the order of the files.
  const std::vector<int>& data_parts() const { return data_parts_; }
  /// The first routine of the first .src file; −1: there is none.
  int first_routine() const { return first_routine_; }

 private:
  // Tokens.
  [[noreturn]] void unexpected(std::string_view expected) override;
  bool at_line_end() const;
  void skip_line();
  void end_of_line();
  void recover(const Bad& foreign, std::uint32_t begin) override;
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
  bool ends_statements() const override;
  void statement(script::Block& out) override;
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
  script::Expr* expression() override;
  script::Expr* exclusive();
  script::Expr* conjunction();
  script::Expr* relation();
  script::Expr* product() override;
  [[noreturn]] void too_deep(std::uint32_t at) override;
  script::Expr* geometric();
  Signs prefixes() const override;
  script::Expr* list() override;
  script::Expr* index(script::Expr* whole) override;
  bool is_name(const Token&) const override { return true; }
  std::vector<script::Argument> call_arguments() override;

  int module_ = 0;
  bool of_controller_ = false;
  std::map<std::string, int> modules_;
  std::map<std::string, int> list_types_;
  std::vector<int> data_parts_;
  int first_routine_ = -1;
  int foreign_lines_ = 0;
};

}  // namespace erfd::krl
