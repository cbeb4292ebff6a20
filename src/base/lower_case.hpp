// Letters A … Z as a … z, whatever the locale. Private to the library.
#pragma once

#include <algorithm>
#include <string>

namespace erfd {

inline std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

}  // namespace erfd
