// <visual> of a URDF, and the texts that every writer of URDF needs.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <string>
#include <string_view>

namespace erfd::urdf {

/// The text as XML holds it between quotes or tags.
std::string escaped(std::string_view text);
/// "1 2 3"
std::string numbers(const Triple& v);

/// Lines of a <link>, indented by four blanks.
std::string visual_element(const VisualDescription& visual);

}  // namespace erfd::urdf
