#include "program/krl/lexer.hpp"

#include <charconv>

namespace erfd::krl {
namespace {

constexpr std::size_t longest_text = 1000, longest_word = 200;
constexpr std::string_view signs[] = {"==", "<>", "<=", ">=", "<", ">", "=", "+", "-", "*",
                                      "/",  ":",  ",",  "(",  ")", "[", "]", "{", "}", "."};

bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || byte >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  Lexer(const script::Source& source, const script::Source::File& file, script::Ast& ast)
      : text_(source.text()), i_(file.begin), last_(file.end), ast_(ast) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    bool line_begins = true;
    for (;;) {
      skip_blanks(line_begins);
      Token token;
      token.begin = here();
      if (i_ >= last_) {
        token.kind = Token::Kind::line_end;
        token.end = token.begin;
        tokens.push_back(token);
        token.kind = Token::Kind::end;
        tokens.push_back(token);
        return tokens;
      }
      line_begins = now() == '\n';
      one(token);
      token.end = here();
      const bool second = token.kind == Token::Kind::line_end &&
                          (tokens.empty() || tokens.back().kind == Token::Kind::line_end);
      if (!second) tokens.push_back(token);
    }
  }

 private:
  std::uint32_t here() const { return static_cast<std::uint32_t>(i_); }
  char now() const { return text_[i_]; }
  char ahead(std::size_t n = 1) const { return i_ + n < last_ ? text_[i_ + n] : '\0'; }

  /// Comments and the &-lines of the controller's head count as blanks.
  void skip_blanks(bool line_begins) {
    while (i_ < last_ && now() != '\n') {
      if (now() == ';' || (now() == '&' && line_begins)) {
        while (i_ < last_ && now() != '\n') ++i_;
      } else if (static_cast<unsigned char>(now()) <= ' ') {
        ++i_;
      } else {
        return;
      }
    }
  }

  void one(Token& token) {
    if (now() == '\n') {
      token.kind = Token::Kind::line_end;
      ++i_;
    } else if (is_letter(now())) {
      token.kind = Token::Kind::word;
      token.key = word();
    } else if (now() == '#' && is_letter(ahead())) {
      token.kind = Token::Kind::enumeration;
      ++i_;
      token.key = word();
    } else if (is_digit(now()) || (now() == '.' && is_digit(ahead()))) {
      number(token);
    } else if (now() == '"') {
      text(token);
    } else if (now() == '\'') {
      bits(token);
    } else {
      sign(token);
    }
  }

  std::string_view word() {
    const std::size_t first = i_;
    while (i_ < last_ && (is_letter(now()) || is_digit(now()))) ++i_;
    return ast_.intern(text_.substr(first, std::min(i_ - first, longest_word)));
  }

  void number(Token& token) {
    token.kind = Token::Kind::number;
    token.whole = true;
    while (i_ < last_ && is_digit(now())) ++i_;
    if (i_ < last_ && now() == '.') {
      token.whole = false;
      ++i_;
      while (i_ < last_ && is_digit(now())) ++i_;
    }
    if (i_ < last_ && (now() == 'e' || now() == 'E') &&
        is_digit(ahead() == '+' || ahead() == '-' ? ahead(2) : ahead())) {
      token.whole = false;
      i_ += 2;
      while (i_ < last_ && is_digit(now())) ++i_;
    }
    const auto read = std::from_chars(text_.data() + token.begin, text_.data() + i_, token.number);
    if (read.ec != std::errc() || token.number > 1e30) token.kind = Token::Kind::sign;  // foreign
  }

  void text(Token& token) {
    token.kind = Token::Kind::text;
    const std::size_t first = ++i_;
    while (i_ < last_ && now() != '"' && now() != '\n') ++i_;
    token.key = ast_.keep(std::string(text_.substr(first, std::min(i_ - first, longest_text))));
    if (i_ < last_ && now() == '"') ++i_;
  }

  /// 'B0010', 'H0F'.
  void bits(Token& token) {
    const std::size_t closed = text_.find('\'', i_ + 1);
    const char kind = ahead();
    const int base = kind == 'B' || kind == 'b' ? 2 : (kind == 'H' || kind == 'h' ? 16 : 0);
    std::uint64_t whole = 0;
    if (base != 0 && closed < last_ && closed - i_ < 70) {
      const auto read = std::from_chars(text_.data() + i_ + 2, text_.data() + closed, whole, base);
      if (read.ec == std::errc() && read.ptr == text_.data() + closed) {
        token.kind = Token::Kind::number;
        token.whole = true;
        token.number = static_cast<double>(whole);
        i_ = closed + 1;
        return;
      }
    }
    token.kind = Token::Kind::sign;
    token.key = "'";
    ++i_;
  }

  void sign(Token& token) {
    token.kind = Token::Kind::sign;
    for (const std::string_view known : signs) {
      if (text_.substr(i_, std::min(known.size(), last_ - i_)) != known) continue;
      token.key = known;
      i_ += known.size();
      return;
    }
    token.key = "?";
    ++i_;
  }

  std::string_view text_;
  std::size_t i_, last_;
  script::Ast& ast_;
};

}  // namespace

std::vector<Token> tokens_of(const script::Source& source, const script::Source::File& file,
                             script::Ast& ast) {
  return Lexer(source, file, ast).all();
}

}  // namespace erfd::krl
