// Man pages in roff, man(7).
#include "erfd/base/source_text.hpp"

#include "output/manual.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace erfd {
namespace {

/// Text that roff prints as it is: hyphens stay ASCII, so that commands can be copied.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-')
      out += "\\-";
    else if (c == '\\')
      out += "\\e";
    else
      out += c;
  }
  return out;
}

/// A line of its own: a point or an apostrophe in front would be a request.
std::string roff_line(std::string_view text) {
  const bool request = text.starts_with('.') || text.starts_with('\'');
  return (request ? "\\&" : "") + roff(text) + '\n';
}

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

/// What stands below the options in the help, part by part.
struct More {
  std::vector<std::string> prose, status, examples, behind;
};

More parts_of(const std::string& text) {
  More parts;
  std::vector<std::string>* part = &parts.prose;
  for (const std::string& line : lines_of(text)) {
    if (line == "Examples:") {
      part = &parts.examples;
      continue;
    }
    if (line.starts_with("Exit status: ")) part = &parts.status;
    if (part == &parts.examples && !line.starts_with("  ")) part = &parts.behind;
    part->push_back(line);
  }
  return parts;
}

std::string paragraph(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line.empty() ? ".PP\n" : roff_line(line);
  return out;
}

std::string as_typed(const std::vector<std::string>& lines) {
  std::string out = ".nf\n";
  for (const std::string& line : lines) out += roff_line(line.substr(line.find_first_not_of(' ')));
  return out + ".fi\n";
}

std::string synopsis(const ManualVerb& verb, const std::string& called) {
  std::string out = fmt::format(".B {}\n", roff(called));
  for (const ManualOption& argument : verb.arguments) {
    const std::string name = argument.names.front() + (argument.many ? " ..." : "");
    out += argument.optional ? fmt::format("[\\fI{}\\fR]\n", roff(name))
                             : fmt::format("\\fI{}\\fR\n", roff(name));
  }
  return out + "[\\fIoptions\\fR]\n";
}

std::string described(const ManualOption& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
  if (option.is_argument()) names = fmt::format("\\fI{}\\fR", roff(option.names.front()));
  if (!option.value.empty()) names += fmt::format(" \\fI{}\\fR", roff(option.value));
  return fmt::format(".TP\n{}\n", names) + paragraph(lines_of(option.text));
}

std::string section(const char* head, const std::string& body) {
  return body.empty() ? "" : fmt::format(".SH {}\n{}", head, body);
}

std::string see_also(const Manual& manual, const ManualVerb& verb) {
  if (&verb != &manual.command) return ".BR erfd (1)\n";
  std::string out;
  for (const ManualVerb& other : manual.verbs)
    out +=
        fmt::format(".BR erfd\\-{} (1){}\n", other.name, &other == &manual.verbs.back() ? "" : ",");
  return out;
}

}  // namespace

std::vector<std::string> ManualOption::choices() const {
  std::vector<std::string> words;
  if (value.find('|') == value.npos) return words;
  for (std::size_t from = 0; from <= value.size();) {
    const std::size_t end = std::min(value.find('|', from), value.size());
    words.push_back(value.substr(from, end - from));
    from = end + 1;
  }
  return words;
}

std::string man_page_name(const Manual& manual, const ManualVerb& verb) {
  return &verb == &manual.command ? "erfd.1" : fmt::format("erfd-{}.1", verb.name);
}

std::string man_page(const Manual& manual, const ManualVerb& verb) {
  const bool whole = &verb == &manual.command;
  const std::string called = whole ? "erfd" : "erfd " + verb.name;
  const std::string title = whole ? "erfd" : "erfd-" + verb.name;
  const More more = parts_of(verb.more);
  std::string options, verbs;
  for (const ManualOption& argument : verb.arguments) options += described(argument);
  for (const ManualOption& option : verb.options) options += described(option);
  if (whole)
    for (const ManualVerb& other : manual.verbs)
      verbs += fmt::format(".TP\n\\fB{}\\fR\n", roff(other.name)) + roff_line(other.summary);
  return fmt::format(".TH {} 1 \"\" \"{}\" \"ERFD\"\n", roff(upper_case(title)),
                     roff(manual.version)) +
         section("NAME", fmt::format("{} \\- {}\n", roff(title), roff(verb.summary))) +
         section("SYNOPSIS", synopsis(verb, called)) +
         section("DESCRIPTION", paragraph(more.prose) + paragraph(more.behind)) +
         section("VERBS", verbs) + section("OPTIONS", options) +
         section("\"EXIT STATUS\"", paragraph(more.status)) +
         section("EXAMPLES", more.examples.empty() ? "" : as_typed(more.examples)) +
         section("\"SEE ALSO\"", see_also(manual, verb));
}

}  // namespace erfd
