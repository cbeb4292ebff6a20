// Lexical rules: docs/program-language.md, section "Spelling".
#include "program/lirl/lexer.hpp"

#include "program/lirl/letters.hpp"

#include <charconv>

#include <fmt/format.h>

namespace erfd::lirl {
namespace {

constexpr std::size_t longest_text = 1000, longest_word = 200;
// Longer signs stand before those that begin like them.
constexpr std::string_view signs[] = {":=", "<>", "<=", ">=", ";", ":", ",", "(", ")", "[",
                                      "]",  ".",  "=",  "<",  ">", "+", "-", "*", "/"};

bool continues_utf8(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Without control characters, overlong forms, surrogates and what lies beyond Unicode.
bool is_printable_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto first = static_cast<unsigned char>(text[i++]);
    if (first < 0x80) {
      if (first < 0x20 || first == 0x7F) return false;
      continue;
    }
    const int more = first >= 0xF0 ? 3 : (first >= 0xE0 ? 2 : 1);
    if (first < 0xC2 || first > 0xF4) return false;
    unsigned code = first & (0x3FU >> static_cast<unsigned>(more));
    for (int k = 0; k < more; ++k) {
      if (i >= text.size() || !continues_utf8(text[i])) return false;
      code = (code << 6U) | (static_cast<unsigned char>(text[i++]) & 0x3FU);
    }
    constexpr unsigned least[] = {0x80, 0x800, 0x10000};
    if (code < least[more - 1] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
      return false;
  }
  return true;
}

std::string printable(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte > 32 && byte < 127) return fmt::format("'{}'", c);
  return fmt::format("byte 0x{:02X}", byte);
}

}  // namespace

Lexer::Lexer(std::string_view source, Findings& findings) : source_(source), findings_(findings) {
  if (source_.starts_with("\xEF\xBB\xBF")) i_ = 3;
}

/// Columns count characters, not bytes.
void Lexer::step() {
  const char c = source_[i_++];
  if (c == '\n') {
    at_ = {at_.line + 1, 1};
  } else if (at_end() || !continues_utf8(now())) {
    ++at_.column;
  }
}

void Lexer::skip_blanks() {
  while (!at_end()) {
    if (now() == ' ' || now() == '\t' || now() == '\r' || now() == '\n') {
      step();
    } else if (now() == '{') {
      skip_comment();
    } else if (now() == '/' && ahead() == '/') {
      while (!at_end() && now() != '\n') step();
    } else {
      return;
    }
  }
}

void Lexer::skip_comment() {
  const Location opened = at_;
  Location inner;
  step();
  while (!at_end() && now() != '}') {
    if (now() == '{' && inner.line == 0) inner = at_;
    step();
  }
  if (at_end()) {
    lost_in_comment_ = true;
    findings_.error("L0102", opened,
                    "comment never closed: it is opened here and swallows the rest of the file; "
                    "put a '}' where it ends");
    return;
  }
  step();
  if (inner.line == 0) return;
  findings_.warning("W0110", inner,
                    fmt::format("'{{' inside a comment that is opened in line {}; comments do not "
                                "nest: is a '}}' missing before it?",
                                opened.line));
}

void Lexer::skip_bad_characters() {
  const Location at = at_;
  const char first = now();
  const auto is_bad = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool useful = is_word_character(c) || c == '"' || c == '{' || byte == ' ' ||
                        (byte >= '\t' && byte <= '\r');
    if (useful) return false;
    for (const std::string_view known : signs) {
      if (known[0] == c) return false;
    }
    return true;
  };
  step();
  while (!at_end() && is_bad(now())) step();
  if (first == '}') {
    findings_.error("L0101", at, "'}' closes no comment; put a '{' where the comment begins");
    return;
  }
  findings_.error("L0101", at,
                  fmt::format("bad character ({}); outside of comments and texts only letters, "
                              "digits and signs of the language may stand",
                              printable(first)));
}

void Lexer::word(Token& token) {
  token.kind = Token::Kind::word;
  while (!at_end() && is_word_character(now())) step();
  token.key = lower(source_.substr(token.begin, i_ - token.begin));
  if (token.key.size() <= longest_word) return;
  findings_.error("L0104", token.at,
                  fmt::format("a name of {} characters; at most {} are allowed", token.key.size(),
                              longest_word));
  token.key.resize(longest_word);
}

bool Lexer::exponent_follows() const {
  if (lower(now()) != 'e') return false;
  const std::size_t skip = ahead() == '+' || ahead() == '-' ? 2 : 1;
  return is_digit(ahead(skip));
}

void Lexer::number(Token& token) {
  bool whole = true;
  const auto digits = [&] {
    while (!at_end() && is_digit(now())) step();
  };
  digits();
  if (!at_end() && now() == '.' && is_digit(ahead())) {
    whole = false;
    step();
    digits();
  }
  if (!at_end() && exponent_follows()) {
    whole = false;
    step();
    if (!is_digit(now())) step();
    digits();
  }
  const char* const first = source_.data() + token.begin;
  const char* const last = source_.data() + i_;
  const auto read = std::from_chars(first, last, token.number.value);
  const bool fits = read.ec == std::errc() &&
                    (!whole || std::from_chars(first, last, token.integer).ec == std::errc());
  token.kind = whole ? Token::Kind::integer : Token::Kind::real;
  if (!fits) {
    findings_.error("L0104", token.at, "number out of range; no variable can hold it");
    token.integer = 1;
    token.number.value = 1;
  }
  unit(token);
}

void Lexer::unit(Token& token) {
  if (at_end() || !(is_letter(now()) || now() == '%')) return;
  const Unit* const unit = unit_at(source_.substr(i_));
  if (unit != nullptr) {
    for (std::size_t k = 0; k < unit->name.size(); ++k) step();
    token.kind = Token::Kind::real;
    token.number = {token.number.value * unit->scale, unit->dimension, false};
    return;
  }
  const std::size_t begin = i_;
  const Location at = at_;
  while (!at_end() && is_word_character(now())) step();
  findings_.error("L0103", at,
                  fmt::format("unknown unit '{}'; known are mm, cm, m, deg, rad, s, ms, min, mm/s, "
                              "m/s, mm/s2, m/s2, deg/s, rad/s, deg/s2, rad/s2, kg, g, N, kN, Nm, "
                              "kgm2, %; before a word put a blank",
                              source_.substr(begin, std::min<std::size_t>(i_ - begin, 40))));
}

/// A ';' at the end of the line is hardly a part of the text.
void Lexer::give_back_semicolon(Token& token) {
  const std::size_t last = token.key.find_last_not_of(" \t");
  if (last == std::string::npos || token.key[last] != ';') return;
  const std::size_t surplus = token.key.size() - last;
  i_ -= surplus;
  at_.column -= static_cast<int>(surplus);
  token.key.resize(last);
}

void Lexer::text(Token& token) {
  token.kind = Token::Kind::text;
  step();
  while (!at_end() && now() != '"' && now() != '\n' && now() != '\r') {
    token.key += now();
    step();
  }
  if (at_end() || now() != '"') {
    findings_.error("L0105", token.at, "text never closed in its line; put a '\"' where it ends");
    give_back_semicolon(token);
  } else {
    step();
  }
  if (!is_printable_utf8(token.key)) {
    findings_.error("L0101", token.at,
                    "bad character in a text: a control character, or the file is not UTF-8");
    token.key.clear();
  }
  if (token.key.size() <= longest_text) return;
  findings_.error(
      "L0105", token.at,
      fmt::format("a text of {} bytes; at most {} are allowed", token.key.size(), longest_text));
  token.key.resize(longest_text);
}

bool Lexer::sign(Token& token) {
  for (const std::string_view known : signs) {
    if (!source_.substr(i_).starts_with(known)) continue;
    token.kind = Token::Kind::sign;
    token.key = known;
    for (std::size_t k = 0; k < known.size(); ++k) step();
    return true;
  }
  return false;
}

Token Lexer::next() {
  for (;;) {
    skip_blanks();
    Token token;
    token.at = token.end_at = at_;
    token.begin = token.end = i_;
    if (at_end()) return token;
    if (is_letter(now())) {
      word(token);
    } else if (is_digit(now())) {
      number(token);
    } else if (now() == '"') {
      text(token);
    } else if (!sign(token)) {
      skip_bad_characters();
      continue;
    }
    token.end = i_;
    token.end_at = at_;
    return token;
  }
}

}  // namespace erfd::lirl
