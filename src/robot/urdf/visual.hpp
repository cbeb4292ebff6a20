// What a URDF draws on its links.
#pragma once

#include "robot/urdf/values.hpp"

#include <map>
#include <string>
#include <vector>

namespace erfd::urdf {

/// Colours "#rrggbb" of the materials that have a name.
using Materials = std::map<std::string, std::string>;

/// Materials at the top of the file and in visuals: URDF lets a visual use what another one defines.
Materials read_materials(const Element& robot, Values& values);

/// Every <visual> of a link that can be drawn. What is wrong with one is a warning: dynamics does not
/// need it.
std::vector<VisualDescription> read_visuals(const Element& link, const Materials& materials,
                                            Values& values, const std::string& owner);

}  // namespace erfd::urdf
