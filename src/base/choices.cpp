#include "erfd/base/choices.hpp"

#include "erfd/base/diagnostics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd {

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates,
                         std::string_view otherwise) {
  const std::string near = nearest_word(word, candidates);
  return near.empty() ? std::string(otherwise) : fmt::format("; did you mean '{}'?", near);
}

std::string unknown_choice(std::string_view what, std::string_view found,
                           const std::vector<std::string>& known) {
  return fmt::format("unknown {} '{}'{} (known: {})", what, found, did_you_mean(found, known),
                     fmt::join(known, ", "));
}

}  // namespace erfd
