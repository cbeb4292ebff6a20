// The text of an error.
#pragma once

#include "erfd/base/error.hpp"

#include <functional>
#include <string>

namespace erfd::test {

inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace erfd::test
