#include "program/companions.hpp"

#include "erfd/base/text_file.hpp"

#include "base/lower_case.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

namespace erfd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 500;
constexpr std::size_t most_bytes = std::size_t{8} << 20;
constexpr int levels_up = 6;

std::string extension_of(const fs::path& path) { return lower_case(path.extension().string()); }
std::string name_of(const fs::path& path) { return lower_case(path.filename().string()); }

bool is_of_program(const fs::path& path) {
  constexpr std::array known = {".mod", ".modx", ".prg", ".sys", ".sysx", ".src", ".dat", ".sub"};
  const std::string extension = extension_of(path);
  return std::find(known.begin(), known.end(), extension) != known.end();
}

bool has(const std::vector<fs::path>& paths, const fs::path& wanted) {
  std::error_code failed;
  return std::any_of(paths.begin(), paths.end(), [&](const fs::path& p) {
    return p == wanted || fs::equivalent(p, wanted, failed);
  });
}

/// A backup holds one folder a task: the first one moves the robot.
fs::path task_in(const fs::path& folder) {
  for (const fs::path& base : {folder / "RAPID", folder / "rapid", folder}) {
    std::vector<fs::path> tasks;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(base, failed))
      if (name_of(entry.path()).starts_with("task") && entry.is_directory(failed))
        tasks.push_back(entry.path());
    if (!tasks.empty()) return *std::min_element(tasks.begin(), tasks.end());
  }
  return folder;
}

std::vector<fs::path> files_under(const fs::path& folder, bool with_folders) {
  std::vector<fs::path> found;
  std::error_code failed;
  for (fs::recursive_directory_iterator
           entry(folder, fs::directory_options::skip_permission_denied, failed),
       end;
       !failed && entry != end && found.size() < most_files; entry.increment(failed)) {
    if (!with_folders && entry->is_directory(failed)) entry.disable_recursion_pending();
    if (entry->is_regular_file(failed) && is_of_program(entry->path()))
      found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// A file of a folder whose name differs in capitals at most.
fs::path like(const fs::path& folder, const std::string& name) {
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (name_of(entry.path()) == lower_case(name)) return entry.path();
  return {};
}

fs::path folder_of(const fs::path& path) {
  std::error_code failed;
  return fs::absolute(path, failed).parent_path();
}

// RAPID

/// The other modules of the task in whose PROGMOD or SYSMOD a module stands.
void add_task(const fs::path& module, std::vector<fs::path>& all) {
  const fs::path folder = folder_of(module);
  if (name_of(folder) != "progmod" && name_of(folder) != "sysmod") return;
  for (const fs::path& p : program_files_under(folder.parent_path()))
    if (!has(all, p)) all.push_back(p);
}

// KRL

bool is_rapid(const fs::path& path) {
  const std::string extension = extension_of(path);
  return extension != ".src" && extension != ".dat" && extension != ".sub";
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

using Names = std::set<std::string, std::less<>>;

/// The words of a text in lower case, without comments.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  line = line.substr(0, line.find_first_of(";!"));
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t first = i;
    while (i < line.size() && is_letter(line[i])) ++i;
    const bool digit = i > first && line[first] >= '0' && line[first] <= '9';
    if (i > first && !digit) words.push_back(line.substr(first, i - first));
    i = std::max(i, first + 1);
  }
  return words;
}

template <class Visitor>
void for_each_line(std::string_view text, Visitor&& visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// What other files may call or use: the first routine of a file, global routines and data.
Names offered_by_krl(const std::string& text) {
  Names names;
  bool first = true;
  for_each_line(text, [&](std::string_view line) {
    const auto words = words_of(line);
    if (words.empty()) return;
    const bool global = std::find(words.begin(), std::min(words.begin() + 3, words.end()),
                                  "global") != std::min(words.begin() + 3, words.end());
    const auto def = std::find_if(words.begin(), words.end(),
                                  [](auto w) { return w == "def" || w == "deffct"; });
    if (def != words.end() && def - words.begin() < 2) {
      if (first || global) names.insert(def + 1, words.end());
      first = false;
    } else if (global && std::find(words.begin(), words.end(), "interrupt") == words.end()) {
      names.insert(words.begin(), words.end());
    }
  });
  for (const char* word :
       {"global", "decl", "def",    "deffct", "int", "real",  "bool",   "char",  "frame", "e6pos",
        "pos",    "axis", "e6axis", "in",     "out", "const", "signal", "struc", "enum",  "to",
        "x",      "y",    "z",      "a",      "b",   "c",     "s",      "t",     "true",  "false"})
    names.erase(word);
  return names;
}

/// Routines, data and types of a module that are not its own.
Names offered_by_module(const std::string& text) {
  Names names;
  for_each_line(text, [&](std::string_view line) {
    const auto words = words_of(line);
    if (words.size() < 2 || words[0] == "local") return;
    const std::size_t kind = words[0] == "task" ? 1 : 0;
    const std::string_view word = words[kind];
    const bool typed = word == "func" || word == "pers" || word == "const" || word == "var";
    if (!typed && word != "proc" && word != "record") return;
    const std::size_t name = kind + (typed ? 2 : 1);
    if (name < words.size()) names.emplace(words[name]);
  });
  names.erase("main");
  return names;
}

Names offered_by(const fs::path& path, const std::string& text) {
  return is_rapid(path) ? offered_by_module(text) : offered_by_krl(text);
}

struct Candidate {
  fs::path path;
  std::string text;  ///< in lower case
  Names offers;
};

/// The part of a backup in which a program's names are looked up; its own folder where it is in none.
std::vector<fs::path> neighbours(const fs::path& program) {
  const fs::path own = folder_of(program);
  for (const char* const part : {"r1", "program"}) {
    fs::path up = own;
    for (int level = 0; level < levels_up && up.has_relative_path(); ++level, up = up.parent_path())
      if (name_of(up) == part) return files_under(up, true);
  }
  return files_under(own, false);
}

bool is_of_controller(const fs::path& path) {
  for (const fs::path& part : path.parent_path()) {
    const std::string name = lower_case(part.string());
    if (name == "mada" || name == "steu") return true;
    if ((name == "system" || name == "tp") && extension_of(path) != ".dat") return true;
  }
  return name_of(path).starts_with("$") || extension_of(path) == ".sub";
}

std::string lower_text(const fs::path& path) {
  TextFile read = read_text_file(path.string(), "a program");
  return read.ok() ? lower_case(std::move(read.text)) : std::string();
}

/// A file of the controller in the backup around a folder.
fs::path of_backup(const fs::path& folder, const char* name, const char* part) {
  fs::path up = folder;
  for (int level = 0; level < levels_up && up.has_relative_path(); ++level, up = up.parent_path())
    for (const fs::path& place : {up, up / part, up / "R1" / part})
      if (const fs::path found = like(place, name); !found.empty()) return found;
  return {};
}

/// Its data, then tools, bases, loads and definitions of the backup around it.
void add_data(const fs::path& program, std::vector<fs::path>& all) {
  const auto add = [&](const fs::path& found) {
    if (!found.empty() && !has(all, found)) all.push_back(found);
  };
  const fs::path folder = folder_of(program);
  add(like(folder, program.stem().string() + ".dat"));
  for (const auto& [name, place] : {std::pair{"$config.dat", "System"}, {"$robcor.dat", "Mada"}})
    add(of_backup(folder, name, place));
}

/// What files use, and what they offer each other.
struct Known {
  Names used, offered;
  std::size_t bytes = 0;

  void add(const fs::path& path, const std::string& text) {
    bytes += text.size();
    for_each_line(text, [&](std::string_view line) {
      for (const std::string_view word : words_of(line)) used.emplace(word);
    });
    offered.merge(offered_by(path, text));
  }
  bool misses(const Names& names) const {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return used.contains(name) && !offered.contains(name);
    });
  }
};

std::vector<Candidate> candidates(const fs::path& program, const std::vector<fs::path>& all) {
  std::vector<Candidate> found;
  for (const fs::path& p : neighbours(program)) {
    if (has(all, p) || is_of_controller(p) || is_rapid(p) != is_rapid(program)) continue;
    std::string text = lower_text(p);
    Names offers = offered_by(p, text);
    if (!offers.empty()) found.push_back({p, std::move(text), std::move(offers)});
  }
  return found;
}

/// What the program names and another file around it offers, and what that names, and so on.
void add_named(const fs::path& program, std::vector<fs::path>& all) {
  Known known;
  for (const fs::path& p : all) known.add(p, lower_text(p));
  std::vector<Candidate> open = candidates(program, all);
  const auto wanted = [&](const Candidate& c) {
    return known.misses(c.offers) && known.bytes + c.text.size() <= most_bytes;
  };
  for (;;) {
    const auto next = std::find_if(open.begin(), open.end(), wanted);
    if (next == open.end()) return;
    const Candidate taken = std::move(*next);
    open.erase(next);
    if (has(all, taken.path)) continue;
    all.push_back(taken.path);
    known.add(taken.path, taken.text);
    if (extension_of(taken.path) != ".src") continue;
    const fs::path data = like(folder_of(taken.path), taken.path.stem().string() + ".dat");
    if (data.empty() || has(all, data)) continue;
    all.push_back(data);
    known.add(data, lower_text(data));
  }
}

}  // namespace

std::vector<fs::path> program_files_under(const fs::path& folder) {
  std::vector<fs::path> found = files_under(task_in(folder), true);
  std::stable_partition(found.begin(), found.end(), [](const fs::path& p) {
    const std::string extension = extension_of(p);
    return extension != ".dat" && !extension.starts_with(".sys");
  });
  return found;
}

std::vector<fs::path> companions(const std::vector<fs::path>& given) {
  std::vector<fs::path> all = given;
  for (const fs::path& p : given) {
    const std::string extension = extension_of(p);
    if (extension == ".mod" || extension == ".modx" || extension == ".prg") add_task(p, all);
    if (extension == ".src") add_data(p, all);
  }
  const bool in_folder = all.size() == given.size() && !given.empty();
  if (given.size() == 1 && (in_folder || !is_rapid(given.front())) &&
      extension_of(given.front()) != ".dat")
    add_named(given.front(), all);
  return {all.begin() + static_cast<std::ptrdiff_t>(given.size()), all.end()};
}

}  // namespace erfd
