// Where results, talk and files go.
#pragma once

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// How the command speaks, as its options say.
struct Manners {
  std::optional<bool> colour = {};  ///< none: on a terminal, as NO_COLOR and TERM=dumb allow
  bool quiet = false;               ///< no remarks, no progress: errors alone
  bool stdout_taken = false;        ///< a file is written there ("-"): pages go to stderr
};
void set_manners(const Manners& manners);
const Manners& manners();

/// Layout for the page: as wide as the terminal ($COLUMNS, or what it says itself), at most 120
/// columns; 100 in files and pipes, whoever reads them.
TextStyle stdout_style();

/// "Torque  of the motor that …": a head in bold and a remark beside it, which goes on below itself.
std::string headed(const std::string& head, const std::string& remark, const TextStyle& style);

/// The words "error" and "warning" of findings, one a line, in their colours.
std::string toned_findings(std::string text, const TextStyle& style);

/// A page or JSON, to stdout. @throws Error if it cannot be written.
void print(const std::string& text);

/// The help, to stdout. Its texts are set for 100 columns and their descriptions begin in `column`; a
/// narrower page breaks its lines anew, but for examples, which stay in one piece.
void print_help(const std::string& text, int column);

/// What must be heard, to stderr: errors, the address of a server.
void tell(const std::string& text);
/// A remark for the user, to stderr unless --quiet.
void talk(const std::string& text);
/// "wrote lift.csv: 12 samples"; nothing about standard output, where the user sees it.
void talk_about_file(const std::string& path, const std::string& holds = {});

/// Writes a file completely or not at all: to a new file beside it, which then takes its name.
/// @throws Error if the path exists and `overwrite` is false, if it is no regular file, or if
/// writing fails.
void write_file(const std::string& path, const std::string& text, bool overwrite);

/// Before long work: whether write_file() could write there now. @throws Error as it does.
void check_output(const std::string& path, bool overwrite);

/// The same for a report, and whether this erfd can make one at all.
void check_report(const std::string& path, bool overwrite);

/// Makes the folder if it is not there. @throws Error
void make_folder(const std::string& path);

/// The same as check_output() for files in a folder that need not exist yet; leaves nothing behind.
void check_output_folder(const std::string& path, const std::vector<std::string>& names,
                         bool overwrite);

/// Work whose failure waits until the result is printed.
class Later {
 public:
  template <class Work>
  explicit Later(Work&& work) {
    try {
      work();
    } catch (const Error& failure) {
      failure_ = failure.what();
    }
  }
  bool failed() const { return failure_.has_value(); }
  /// @throws Error if the work failed.
  void complain() const {
    if (failure_) throw Error(*failure_);
  }

 private:
  std::optional<std::string> failure_;
};

}  // namespace erfd
