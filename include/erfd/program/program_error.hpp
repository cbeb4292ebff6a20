// A program that cannot be used.
#pragma once

#include "erfd/base/source_text.hpp"

namespace erfd {

/// Carries every finding; what() shows them beside their lines.
class ProgramError : public Error {
 public:
  ProgramError(Diagnostics findings, const std::vector<std::string>& lines)
      : Error(text_with_source(findings, lines)), findings_(std::move(findings)) {}
  const Diagnostics& findings() const { return findings_; }

 private:
  Diagnostics findings_;
};

}  // namespace erfd
