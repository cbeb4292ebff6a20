#pragma once

#include "erfd/base/diagnostics.hpp"

namespace erfd {

/// A stretch of a text file: from its first character to one behind its last. Zero: not known.
struct SourceRange {
  Location begin, end;
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

}  // namespace erfd
