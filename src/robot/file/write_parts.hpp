// The parts of a robot file that write_robot_toml() is put together from.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include "base/toml/table_writer.hpp"

namespace erfd {

void write_origin(std::string_view key, const Field<OriginDescription>& origin, TableWriter& out);
/// @param header  "[[body.visual]]"
void write_visuals(std::string_view header, const std::vector<VisualDescription>& visuals,
                   TableWriter& owner);
/// [[drive]] and [transmission]
void write_drives(const RobotDescription& robot, TableWriter& top);
/// [[loop]], [[elastic]] and [program]
void write_extras(const RobotDescription& robot, TableWriter& top);

}  // namespace erfd
