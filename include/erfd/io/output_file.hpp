// Files that are there completely or not at all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace erfd {

/// A file in the making, NAME.part beside its target. commit() gives it its name; without that it
/// disappears. What was flushed survives a program that is killed, as NAME.part. The path "-" is
/// standard output, which nothing takes back.
class OutputFile {
 public:
  /// @throws Error if the path exists and `overwrite` is false (or is no regular file), if NAME.part
  /// is left from a run that broke off and `overwrite` is false, or if the folder does not allow it.
  OutputFile(const std::string& path, bool overwrite);
  /// Goes on with NAME.part behind its first `bytes`; what follows them is cut off.
  /// @throws Error if there is no such part, or it is shorter, or the path exists already.
  OutputFile(const std::string& path, std::uint64_t bytes);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// @throws Error if the disk does not take it, as flush() and commit() do.
  void write(std::string_view bytes);
  void flush();
  void commit();
  /// From now on NAME.part stays when the file is not committed: somebody can go on with it.
  void keep_part() { keep_part_ = true; }
  /// Bytes so far.
  std::uint64_t size() const { return flushed_ + buffer_.size(); }
  /// What has been flushed, read back.
  std::string flushed() const;

  /// As the caller named it, for messages.
  const std::string& path() const { return path_; }

 private:
  bool is_stdout() const { return path_ == "-"; }

  std::string path_, target_, part_, buffer_;
  int handle_ = -1;
  std::uint64_t flushed_ = 0;
  bool keep_part_ = false;
};

}  // namespace erfd
