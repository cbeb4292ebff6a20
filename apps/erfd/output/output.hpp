// Where results, talk and files go.
#pragma once

#include "erfd/base/error.hpp"
#include "erfd/base/text.hpp"

#include <optional>
#include <string>
#include <vector>

namespace erfd {

/// Layout for stdout: 100 columns, colour only on a terminal without NO_COLOR.
TextStyle stdout_style();

/// A result, to stdout. @throws Error if it cannot be written.
void print(const std::string& text);

/// A remark for the user, to stderr.
void talk(const std::string& text);

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
  /// @throws Error if the work failed.
  void complain() const {
    if (failure_) throw Error(*failure_);
  }

 private:
  std::optional<std::string> failure_;
};

}  // namespace erfd
