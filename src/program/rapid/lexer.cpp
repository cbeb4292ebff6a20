#include "program/rapid/lexer.hpp"

#include <charconv>

#include <fmt/format.h>

namespace erfd::rapid {
namespace {

constexpr std::size_t longest_text = 1000, longest_word = 200;
constexpr std::string_view signs[] = {":=", "<>", "<=", ">=", "<", ">", "=", "+", "-",
                                      "*",  "/",  ";",  ":",  ",", "(", ")", "[", "]",
                                      "{",  "}",  "\\", "?",  ".", "|", "%"};

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || byte >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  Lexer(const script::Source& source, const script::Source::File& file, script::Findings& findings,
        script::Ast& ast)
      : source_(source),
        text_(source.text()),
        i_(file.begin),
        last_(file.end),
        findings_(findings),
        ast_(ast) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    skip_blanks();
    if (starts_with("%%%")) skip_header();
    for (;;) {
      skip_blanks();
      Token token;
      token.begin = token.end = here();
      if (i_ >= last_) {
        tokens.push_back(token);
        return tokens;
      }
      if (!one(token)) continue;
      token.end = here();
      tokens.push_back(token);
    }
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(i_); }
  char now() const { return text_[i_]; }
  char ahead(std::size_t n = 1) const { return i_ + n < last_ ? text_[i_ + n] : '\0'; }
  bool starts_with(std::string_view what) const {
    return text_.substr(i_, std::min(what.size(), last_ - i_)) == what;
  }
  void error(std::string_view code, std::size_t at, std::string message) {
    findings_.error(code, source_.at(static_cast<std::uint32_t>(at)), std::move(message));
  }

  void skip_blanks() {
    while (i_ < last_) {
      if (static_cast<unsigned char>(now()) <= ' ') {
        ++i_;
      } else if (now() == '!') {
        while (i_ < last_ && now() != '\n') ++i_;
      } else {
        return;
      }
    }
  }

  /// %%% VERSION:1 LANGUAGE:ENGLISH %%%
  void skip_header() {
    const std::size_t closed = text_.find("%%%", i_ + 3);
    i_ = closed < last_ ? closed + 3 : last_;
  }

  bool one(Token& token) {
    if (is_letter(now())) {
      word(token);
    } else if (is_digit(now()) || (now() == '.' && is_digit(ahead()))) {
      number(token);
    } else if (now() == '"') {
      text(token);
    } else {
      return sign(token);
    }
    return true;
  }

  void word(Token& token) {
    token.kind = Token::Kind::word;
    while (i_ < last_ && (is_letter(now()) || is_digit(now()))) ++i_;
    if (i_ - token.begin > longest_word)
      error("R0104", token.begin,
            fmt::format("a name of {} bytes; at most {} are allowed", i_ - token.begin,
                        longest_word));
    token.key = ast_.intern(text_.substr(token.begin, std::min(i_ - token.begin, longest_word)));
  }

  void number(Token& token) {
    token.kind = Token::Kind::number;
    if (now() == '0' && (ahead() == 'x' || ahead() == 'X' || ahead() == 'b' || ahead() == 'B'))
      return based(token);
    while (i_ < last_ && is_digit(now())) ++i_;
    if (i_ < last_ && now() == '.') {
      ++i_;
      while (i_ < last_ && is_digit(now())) ++i_;
    }
    if (i_ < last_ && (now() == 'e' || now() == 'E') &&
        is_digit(ahead() == '+' || ahead() == '-' ? ahead(2) : ahead())) {
      i_ += 2;
      while (i_ < last_ && is_digit(now())) ++i_;
    }
    const auto read = std::from_chars(text_.data() + token.begin, text_.data() + i_, token.number);
    if (read.ec == std::errc() && token.number <= 1e30) return;
    error("R0104", token.begin, "number out of range; no variable can hold it");
    token.number = 1;
  }

  void based(Token& token) {
    const int base = ahead() == 'x' || ahead() == 'X' ? 16 : 2;
    std::int64_t whole = 0;
    const auto read = std::from_chars(text_.data() + i_ + 2, text_.data() + last_, whole, base);
    if (read.ec != std::errc()) error("R0104", i_, "a number of digits was expected here");
    i_ = std::max(i_ + 2, static_cast<std::size_t>(read.ptr - text_.data()));
    token.number = static_cast<double>(whole);
  }

  void text(Token& token) {
    token.kind = Token::Kind::text;
    std::string content;
    ++i_;
    for (;;) {
      if (i_ >= last_ || now() == '\n') {
        error("R0105", token.begin, "text never closed in its line; put a '\"' where it ends");
        break;
      }
      if (now() == '"' && ahead() == '"') {
        content += '"';
        i_ += 2;
      } else if (now() == '"') {
        ++i_;
        break;
      } else if (now() == '\\' && ahead() == '\\') {
        content += '\\';
        i_ += 2;
      } else {
        content += now();
        ++i_;
      }
    }
    if (content.size() > longest_text) {
      error(
          "R0105", token.begin,
          fmt::format("a text of {} bytes; at most {} are allowed", content.size(), longest_text));
      content.clear();
    }
    token.key = ast_.keep(std::move(content));
  }

  bool sign(Token& token) {
    for (const std::string_view known : signs) {
      if (!starts_with(known)) continue;
      token.kind = Token::Kind::sign;
      token.key = known;
      i_ += known.size();
      return true;
    }
    const std::size_t first = i_;
    const char c = now();
    while (i_ < last_ && now() == c) ++i_;
    error("R0101", first,
          fmt::format("bad character ({}); outside of comments and texts only letters, digits and "
                      "signs of RAPID may stand",
                      static_cast<unsigned char>(c) > 32
                          ? fmt::format("'{}'", c)
                          : fmt::format("byte 0x{:02X}", static_cast<unsigned char>(c))));
    return false;
  }

  const script::Source& source_;
  std::string_view text_;
  std::size_t i_, last_;
  script::Findings& findings_;
  script::Ast& ast_;
};

}  // namespace

std::vector<Token> tokens_of(const script::Source& source, const script::Source::File& file,
                             script::Findings& findings, script::Ast& ast) {
  return Lexer(source, file, findings, ast).all();
}

}  // namespace erfd::rapid
