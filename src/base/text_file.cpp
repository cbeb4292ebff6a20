#include "erfd/base/text_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

namespace erfd {

TextFile read_text_file(const std::string& path, std::string_view kind, std::size_t most_MiB) {
  namespace fs = std::filesystem;
  constexpr std::uintmax_t MiB = std::uintmax_t{1} << 20;
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (status.type() == fs::file_type::not_found) return {{}, "no such file; check the path"};
  if (fs::is_directory(status)) return {{}, fmt::format("it is a folder; name {} in it", kind)};
  if (!fs::is_regular_file(status))
    return {{}, fmt::format("it is not a regular file; name {}", kind)};
  const std::uintmax_t size = fs::file_size(path, failure);
  if (!failure && size > most_MiB * MiB)
    return {{},
            fmt::format("it has {:.1f} MiB; at most {} MiB are read; is it {}?",
                        static_cast<double>(size) / MiB, most_MiB, kind)};
  std::ifstream file(path, std::ios::binary);
  if (!file) return {{}, "it cannot be opened; check its permissions"};
  TextFile read;
  read.text.assign(std::istreambuf_iterator<char>(file), {});
  if (file.bad()) return {{}, "reading it failed; check the disk"};
  return read;
}

}  // namespace erfd
