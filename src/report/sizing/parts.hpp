// What text and page of a sizing share. Private to the layer.
#pragma once

#include "erfd/report/sizing.hpp"
#include "erfd/report/table.hpp"

#include <numbers>
#include <string>

namespace erfd::sizing {

inline constexpr double rpm = std::numbers::pi / 30;  // [rad/s]

Table needs_table(const SizingSubject& subject);
Table choices_table(const SizingSubject& subject);
Table payload_table(const SizingSubject& subject);
std::string head_line(const SizingSubject& subject);
std::string jumps_line(const SizingSubject& subject);
/// Empty where there is nothing to say.
std::string elastic_line(const SizingSubject& subject);
std::string friction_line(const SizingSubject& subject);
std::string moved_line(const SizingSubject& subject);
std::string about_payload();
std::string about_choices(const SizingSubject& subject);

}  // namespace erfd::sizing
