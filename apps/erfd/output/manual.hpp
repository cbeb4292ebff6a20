// What the command can do, as man pages and shell completions tell it. command_line/
// fills it from the descriptions that the help shows, so that all of them say the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// An option, or an argument without dashes.
struct ManualOption {
  std::vector<std::string> names;  ///< "-o", "--out"; of an argument "ROBOT" alone
  std::string value;  ///< "FILE", "auto|always|never"; "[PORT]": may be left out; empty: none
  std::string text;
  bool optional = true, many = false;

  bool takes_value() const { return !value.empty() && !value.starts_with('['); }
  bool is_argument() const { return !names.front().starts_with('-'); }
  /// The words that the value may be; empty where it is anything.
  std::vector<std::string> choices() const;
};

struct ManualVerb {
  std::string name, summary;
  std::vector<ManualOption> arguments, options;
  std::string more;  ///< prose, then what exit statuses mean, then examples: help.hpp
};

struct Manual {
  std::string version;  ///< "erfd 0.1.0"
  ManualVerb command;   ///< "erfd" itself
  std::vector<ManualVerb> verbs;
};

/// A page in roff for man(1): of the command, or of one of its verbs.
std::string man_page(const Manual& manual, const ManualVerb& verb);
/// "erfd.1", "erfd-verify.1".
std::string man_page_name(const Manual& manual, const ManualVerb& verb);

/// Scripts that complete verbs, options, names of robots and programs, and files. Names are asked of
/// `erfd completion robots` and `erfd completion programs` when they are needed.
std::string bash_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);

}  // namespace erfd
