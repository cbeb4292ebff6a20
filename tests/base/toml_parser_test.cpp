#include "base/toml/parser.hpp"

#include <cmath>

#include <gtest/gtest.h>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

namespace erfd {
namespace {

struct Parsed {
  TomlTable root;
  Diagnostics findings{"t.toml"};
};

Parsed parse(std::string_view text) {
  Parsed parsed;
  Findings findings(parsed.findings);
  parsed.root = parse_toml(text, findings);
  return parsed;
}

/// The document as one line, so that tests can say what they expect.
std::string show(const TomlTable& table);

std::string show(const TomlValue& value) {
  if (value.broken()) return "broken";
  if (const auto* text = value.text()) return "\"" + *text + "\"";
  if (const auto* truth = value.boolean()) return *truth ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value.data)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value.data)) return std::to_string(*real);
  if (const auto* table = value.table()) return show(*table);
  std::string items;
  for (const TomlValue& item : value.array()->items)
    items += (items.empty() ? "" : ", ") + show(item);
  return "[" + items + "]";
}

std::string show(const TomlTable& table) {
  std::string members;
  for (const TomlMember& member : table.members)
    members += (members.empty() ? "" : ", ") + member.key + "=" + show(member.value);
  return "{" + members + "}";
}

void expect_document(std::string_view text, std::string_view expected) {
  const Parsed parsed = parse(text);
  EXPECT_EQ(parsed.findings.text(), "") << text;
  EXPECT_EQ(show(parsed.root), expected) << text;
}

void expect_findings(std::string_view text, std::string_view expected) {
  EXPECT_EQ(parse(text).findings.text(), expected) << text;
}

TEST(TomlParser, ReadsKeysOfEveryKindInFileOrder) {
  expect_document("b = 1\na-1_Z = 2\n\"k k\" = 3\n'l.l' = 4\nx.y . \"z\" = 5\nx.w = 6\n3 = 7",
                  "{b=1, a-1_Z=2, k k=3, l.l=4, x={y={z=5}, w=6}, 3=7}");
}

TEST(TomlParser, ReadsNumbersOfEveryKind) {
  expect_document("a = [0, +1, -2, 1_000, 0xDEAD_beef, 0o17, 0b1_01]",
                  "{a=[0, 1, -2, 1000, 3735928559, 15, 5]}");
  expect_document("a = [1.5, -0.25, 1e3, 15E-1, 6_2.2_5e+1, +0.5]",
                  "{a=[1.500000, -0.250000, 1000.000000, 1.500000, 622.500000, 0.500000]}");
  expect_document("a = [inf, -inf, +inf]", "{a=[inf, -inf, inf]}");
  const Parsed nan = parse("a = nan");
  EXPECT_TRUE(std::isnan(std::get<double>(nan.root.find("a")->value.data)));
  expect_document("a = [9223372036854775807, -9223372036854775808]",
                  "{a=[9223372036854775807, -9223372036854775808]}");
}

TEST(TomlParser, ReadsTextsOfEveryKind) {
  expect_document(R"(a = "q\"b\\t\tn\u00e9\U0001F600")",
                  "{a=\"q\"b\\t\tn\xC3\xA9\xF0\x9F\x98\x80\"}");
  expect_document(R"(a = 'C:\dir "x"')", "{a=\"C:\\dir \"x\"\"}");
  expect_document("a = \"\"\"\none\r\ntwo \\\n   three \"\" four\"\"\"\"\"",
                  "{a=\"one\ntwo three \"\" four\"\"\"}");
  expect_document("a = '''\nraw \\n ''x''''\nb = ''", "{a=\"raw \\n ''x'\", b=\"\"}");
}

TEST(TomlParser, ReadsListsOverSeveralLinesWithComments) {
  expect_document("a = [ # first\n  1, 2,\n\n  [3, 'x'], # last\n]\nb = []",
                  "{a=[1, 2, [3, \"x\"]], b=[]}");
}

TEST(TomlParser, ReadsTablesAndListsOfTables) {
  expect_document(
      "[a]\nx = 1\n[a.b]\ny = 2\n[[l]]\nn = 1\n[[l.m]]\nk = 2\n[l.o]\n[[l]]\nn = 3\n[l.o]\n",
      "{a={x=1, b={y=2}}, l=[{n=1, m=[{k=2}], o={}}, {n=3, o={}}]}");
  expect_document("[a.b.c]\nx = 1\n[a]\ny = 2\n[a.b]\n", "{a={b={c={x=1}}, y=2}}");
  expect_document("p = { x = 1, y.z = [ {} ] }\nq = { }", "{p={x=1, y={z=[{}]}}, q={}}");
  EXPECT_TRUE(parse("p = { x = 1, }").findings.has_errors());
}

TEST(TomlParser, KnowsTheLineAndColumnOfKeysAndValuesInCharacters) {
  const Parsed parsed =
      parse("# caf\xC3\xA9\n[t]\n\"\xC3\xA9\xC3\xA9\" = { a = 1, b = [2,\n 3] }\n");
  EXPECT_EQ(parsed.findings.text(), "");
  const TomlTable& t = *parsed.root.find("t")->value.table();
  EXPECT_EQ(t.at, (Location{2, 1}));
  EXPECT_EQ(t.members[0].at, (Location{3, 1}));
  EXPECT_EQ(t.members[0].value.at, (Location{3, 8}));
  const TomlMember& b = *t.members[0].value.table()->find("b");
  EXPECT_EQ(b.at, (Location{3, 17}));
  EXPECT_EQ(b.value.array()->items[1].at, (Location{4, 2}));
}

TEST(TomlParser, ReportsSeveralErrorsInOneRunAndKeepsTheRest) {
  const Parsed parsed = parse("a = 1.0kg\nb = revolute\n= 3\nc 4\nd = 5 6\ne = 7\n");
  EXPECT_EQ(parsed.findings.text(),
            "t.toml:1:5: error: '1.0kg' is not a number; the unit stands in the key: mass_kg = 1.0 "
            "[toml-syntax]\n"
            "t.toml:2:5: error: 'revolute' is not a value; a text stands between quotes: "
            "\"revolute\" [toml-syntax]\n"
            "t.toml:3:1: error: found '=', expected a key [toml-syntax]\n"
            "t.toml:4:3: error: found '4', expected '=' behind the key 'c' [toml-syntax]\n"
            "t.toml:5:7: error: found '6', expected the end of the line [toml-syntax]");
  EXPECT_EQ(show(parsed.root), "{a=broken, b=broken, d=5, e=7}");
  EXPECT_TRUE(parsed.root.incomplete);
}

TEST(TomlParser, ABrokenListIsOneErrorAndReadingGoesOnBehindIt) {
  const Parsed parsed = parse("a = [\n  [1, 2],\n  [3 4],\n  [5, '] [['],\n]\nb = 1\nc = oops\n");
  EXPECT_EQ(parsed.findings.text(),
            "t.toml:3:6: error: found '4', expected ',' or the ']' of the list that begins at 3:3 "
            "[toml-syntax]\n"
            "t.toml:7:5: error: 'oops' is not a value; a text stands between quotes: \"oops\" "
            "[toml-syntax]");
  EXPECT_EQ(show(parsed.root), "{a=broken, b=1, c=broken}");
}

TEST(TomlParser, AnUnclosedBracketIsOneErrorAndReadingGoesOnAtTheNextHeader) {
  const Parsed parsed = parse("a = [1, 2\nb = 3\nc = 4\n[t]\nd = 5\ne = .5\n");
  EXPECT_EQ(parsed.findings.text(),
            "t.toml:2:1: error: found 'b', expected ',' or the ']' of the list that begins at 1:5 "
            "[toml-syntax]\n"
            "t.toml:6:5: error: '.5' is not a number; digits stand on both sides of the point "
            "[toml-syntax]");
  EXPECT_EQ(show(parsed.root), "{a=broken, t={d=5, e=broken}}");
}

TEST(TomlParser, AnUnclosedTextIsOneError) {
  expect_findings(
      "a = \"x\nb = 1\n",
      "t.toml:1:5: error: text is not closed on its line; close it with \" [toml-syntax]");
  expect_findings("a = '''x\nb = 1\n[c]\nd = e\n",
                  "t.toml:1:5: error: text is not closed before the end of the file; close it with "
                  "''' [toml-syntax]");
}

TEST(TomlParser, AnInlineTableEndsOnItsLine) {
  expect_findings("a = { b = 1,\n  c = 2 }\nd = 1\n",
                  "t.toml:1:13: error: the table that begins at 1:5 does not end on its line; "
                  "close it, or give it a "
                  "[header] and lines of its own [toml-syntax]");
}

TEST(TomlParser, TheLinesUnderABrokenHeaderAreReadButBelongToNobody) {
  const Parsed parsed =
      parse("[[b]]\nn = 1\n[b.j]\n[[b\nn = 2\nn2 = x\n[b.j]\nk = 1\n[[b]]\nn = 3\n");
  EXPECT_EQ(
      parsed.findings.text(),
      "t.toml:4:4: error: found the end of the line, expected ']]' [toml-syntax]\n"
      "t.toml:6:6: error: 'x' is not a value; a text stands between quotes: \"x\" [toml-syntax]");
  EXPECT_EQ(show(parsed.root), "{b=[{n=1, j={}}, {n=3}]}");
}

TEST(TomlParser, AKeyOrTableGivenTwiceIsNamedWithItsFirstPlace) {
  const auto twice = [](std::string_view text) { return parse(text).findings.text(); };
  EXPECT_EQ(twice("a = 1\n\na = [2,\n3]\n"),
            "t.toml:3:1: error: 'a' is given already at 1:1; a key or table is given once "
            "[toml-duplicate]");
  for (const char* text :
       {"[a]\n[a]", "a = 1\n[a]", "a.b = 1\n[a]", "[[a]]\n[a]", "[a]\n[[a]]", "a = []\n[[a]]",
        "a = {}\n[a.b]", "a = {}\na.b = 1", "[a.b]\nx = 1\n[a]\nb.y = 2", "[[a.b]]\n[a]\nb.y = 2",
        "a = 1\na.b = 2", "a = { b = 1, b = 2 }"})
    EXPECT_NE(twice(text).find("[toml-duplicate]"), std::string::npos) << text;
}

TEST(TomlParser, WrongNumbersAreRefused) {
  for (const char* word :
       {"01",   "+01",      "1_",   "_1",   "1__0", "1.",   ".1",    "1e",    "1e+",
        "1._0", "0x",       "0xG",  "0b2",  "0o8",  "+0x1", "1.0.0", "1e1.0", "--1",
        "+",    "infinity", "TRUE", "0x_1", "1_e1", "00.5", "nanx"})
    EXPECT_TRUE(parse(std::string("a = ") + word).findings.has_errors()) << word;
  expect_findings(
      "a = 01",
      "t.toml:1:5: error: '01' is not a number; leave out the zeros in front [toml-syntax]");
  expect_findings(
      "a = 1e999\nb = 9223372036854775808",
      "t.toml:1:5: error: number '1e999' is out of the range of a double; check its digits "
      "[number-range]\n"
      "t.toml:2:5: error: number '9223372036854775808' is out of the range of a 64-bit integer; "
      "check "
      "its digits "
      "[number-range]");
}

TEST(TomlParser, WrongTextsAreRefused) {
  for (const char* text :
       {R"("\x41")", R"("\u12")", R"("\uD800")", R"("\U00110000")", R"("a" "b")", "'a", "\"a\\\""})
    EXPECT_TRUE(parse(std::string("a = ") + text).findings.has_errors()) << text;
  expect_findings(R"(a = "C:\dir")",
                  "t.toml:1:8: error: '\\' before 'dir' is no escape; a text between single quotes "
                  "takes backslashes as "
                  "they are [toml-syntax]");
}

TEST(TomlParser, DatesAreRefused) {
  expect_findings("a = 1979-05-27\nb = 07:32:00",
                  "t.toml:1:5: error: '1979-05-27': dates and times are not used here; write a "
                  "text: \"1979-05-27\" "
                  "[toml-date]\nt.toml:2:5: error: '07:32:00': dates and times are not used here; "
                  "write a text: "
                  "\"07:32:00\" [toml-date]");
}

TEST(TomlParser, CharactersThatNoTextMayHoldAreRefused) {
  expect_findings(std::string_view("a = 'x\0y'", 9),
                  "t.toml:1:7: error: control character 0x00; remove it [toml-character]");
  expect_findings("# \x7f",
                  "t.toml:1:3: error: control character 0x7f; remove it [toml-character]");
  expect_findings("a = 1\rb = 2",
                  "t.toml:1:6: error: carriage return without line feed; save the file with LF or "
                  "CRLF lines [toml-character]");
  for (const char* bytes : {"\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                            "\xF8", "\xC3", "\xE2\x82"})
    EXPECT_NE(parse(std::string("# ") + bytes).findings.text().find("is not UTF-8"),
              std::string::npos);
}

TEST(TomlParser, DepthAndSizeAreBounded) {
  const auto nested = [](std::size_t depth) {
    return "a = " + std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(parse(nested(60)).findings.text(), "");
  EXPECT_EQ(parse(nested(100000)).findings.text(),
            "t.toml:1:68: error: more than 64 tables and lists in each other [toml-depth]");
  std::string dotted = "a";
  for (int i = 0; i < 100000; ++i) dotted += ".a";
  EXPECT_NE(parse(dotted + " = 1").findings.text().find("[toml-depth]"), std::string::npos);
  EXPECT_NE(parse("[" + dotted + "]").findings.text().find("[toml-depth]"), std::string::npos);
  expect_findings(
      std::string(toml_longest_file + 1, '\n'),
      "t.toml: error: the file has 4194305 bytes; a robot file has at most 4194304 [file-size]");
}

TEST(TomlParser, ErrorsAreBoundedInNumber) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "=\n";
  const Parsed parsed = parse(text);
  EXPECT_EQ(parsed.findings.count(Severity::error), 1001);
  EXPECT_EQ(parsed.findings.all().back().check, "too-many-findings");
}

// --- against another reader
// -------------------------------------------------------------------------------------

void expect_same(const TomlTable& ours, const ::toml::table& theirs, const std::string& path);

void expect_same(const TomlValue& ours, const ::toml::node& theirs, const std::string& path) {
  if (const auto* table = theirs.as_table()) {
    ASSERT_TRUE(ours.table()) << path;
    expect_same(*ours.table(), *table, path);
  } else if (const auto* list = theirs.as_array()) {
    ASSERT_TRUE(ours.array()) << path;
    ASSERT_EQ(ours.array()->items.size(), list->size()) << path;
    for (std::size_t i = 0; i < list->size(); ++i)
      expect_same(ours.array()->items[i], *list->get(i), path + "[" + std::to_string(i) + "]");
  } else if (const auto* text = theirs.as_string()) {
    ASSERT_TRUE(ours.text()) << path;
    EXPECT_EQ(*ours.text(), text->get()) << path;
  } else if (const auto* integer = theirs.as_integer()) {
    ASSERT_TRUE(std::holds_alternative<std::int64_t>(ours.data)) << path;
    EXPECT_EQ(std::get<std::int64_t>(ours.data), integer->get()) << path;
  } else if (const auto* real = theirs.as_floating_point()) {
    ASSERT_TRUE(std::holds_alternative<double>(ours.data)) << path;
    const double value = std::get<double>(ours.data);
    EXPECT_TRUE(value == real->get() || (std::isnan(value) && std::isnan(real->get()))) << path;
  } else {
    ASSERT_TRUE(ours.boolean() && theirs.as_boolean()) << path;
    EXPECT_EQ(*ours.boolean(), theirs.as_boolean()->get()) << path;
  }
}

void expect_same(const TomlTable& ours, const ::toml::table& theirs, const std::string& path) {
  ASSERT_EQ(ours.members.size(), theirs.size()) << path;
  for (const auto& [key, node] : theirs) {
    const TomlMember* const member = ours.find(std::string_view(key));
    ASSERT_TRUE(member) << path << "." << std::string_view(key);
    expect_same(member->value, node, path + "." + member->key);
  }
}

TEST(TomlParser, AgreesWithAnotherReaderOnValidDocuments) {
  const char* documents[] = {
      "",
      "# nothing\n\n",
      "a = 1\nb = -2.5e-3\nc = true\nd = 'x'\n",
      "a.b.c = 1\na.b.d = 2\n\"a b\".c = 3\n'' = 4\n",
      "[a]\nx = 1\n[a.b.c]\ny = 2\n[a.b]\nz = 3\n[d]\n",
      "[[l]]\nn = 1\n[[l]]\n[[l.m]]\nk = [1, 2]\n[[l.m]]\n[l.t]\nq = {}\n",
      "p = { x = 1, y.z = 'q', l = [ { a = 1 }, { b = 2 } ] }\n",
      "a = [ # c\n 1, # d\n\n 2,\n]\nb = [[], [[]], ['x', \"y\"], ]\n",
      "a = \"\"\"\n  one \\\n\n   two\n three\"\"\"\"\nb = '''\nx''y\n'''\n",
      "a = \"\\b\\t\\n\\f\\r\\\"\\\\\\u00E9\\U0001F600\"\n",
      "i = [0, +0, -0, 9223372036854775807, -9223372036854775808, 0o777, 0b1010, 0xdead_BEEF]\n",
      "f = [0.0, -0.0, 1e22, 1.7976931348623157e308, 4.9e-324, 3.14_15, 6.02E+23, inf, -inf, "
      "nan]\n",
      "\xEF\xBB\xBF"
      "a = 1\r\nb = \"\"\"\r\nx\"\"\"\r\n[t]\r\n",
      "[fruit]\napple.color = 1\napple.taste.sweet = true\n[fruit.apple.texture]\nsmooth = true\n",
      "1234 = 1\n-x_ = 2\n3.14 = 'pi'\n\"\xCA\x8E\" = 3\n",
  };
  for (const char* document : documents) {
    const Parsed ours = parse(document);
    EXPECT_EQ(ours.findings.text(), "") << document;
    expect_same(ours.root, ::toml::parse(document), "");
    if (HasFatalFailure()) FAIL() << document;
  }
}

}  // namespace
}  // namespace erfd
