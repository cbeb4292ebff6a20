#include "viewer_token.hpp"

#include "erfd/base/error.hpp"
#include "erfd/base/text_file.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <sys/stat.h>

namespace erfd::server {
namespace {

bool is_token_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

}  // namespace

std::string read_viewer_token(const std::string& path) {
  constexpr std::size_t least = 32, most = 128;
  TextFile file = read_text_file(path, "a token", 1);
  if (!file.ok())
    throw Error(fmt::format(
        "--viewer-token: {0}: {1}; make one with (umask 077; openssl rand -hex 32 > {0})", path,
        file.problem));
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0 || (info.st_mode & 077) != 0)
    throw Error(fmt::format("--viewer-token: {0}: others can read it; chmod 600 {0}", path));
  std::string& token = file.text;
  while (token.ends_with('\n') || token.ends_with('\r')) token.pop_back();
  if (token.size() < least || token.size() > most ||
      !std::all_of(token.begin(), token.end(), is_token_character))
    throw Error(
        fmt::format("--viewer-token: {0}: expected one line of {1} to {2} letters, digits, '-' and "
                    "'_'; make one "
                    "with (umask 077; openssl rand -hex 32 > {0})",
                    path, least, most));
  return std::move(token);
}

}  // namespace erfd::server
