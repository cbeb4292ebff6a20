// Pieces of URDF for tests.
#pragma once

#include "erfd/robot/read.hpp"

#include <algorithm>
#include <string>

namespace erfd::test {

inline const std::string inertial =
    "<inertial><origin xyz=\"0.1 0.2 0.3\" rpy=\"0.4 0.5 0.6\"/><mass value=\"1.5\"/>"
    "<inertia ixx=\"0.01\" ixy=\"0.001\" ixz=\"0.002\" iyy=\"0.02\" iyz=\"0.003\" "
    "izz=\"0.025\"/></inertial>";

/// <link> with mass.
inline std::string link(const std::string& name) {
  return "<link name=\"" + name + "\">" + inertial + "</link>\n";
}

/// <joint> between two links; `inside` holds axis, limit and so on, and stands on a line of its
/// own.
inline std::string joint(const std::string& name, const std::string& type,
                         const std::string& parent, const std::string& child,
                         const std::string& inside = "") {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/>" + (inside.empty() ? "" : "\n") + inside +
         "</joint>\n";
}

/// The parts as a robot; they begin on line 2.
inline std::string robot(const std::string& parts) {
  return "<robot name=\"arm\">\n" + parts + "</robot>\n";
}

inline ReadResult read(const std::string& text) { return read_robot_urdf(text, "arm.urdf"); }

/// Findings of the text as a user sees them.
inline std::string findings(const std::string& text) { return read(text).findings.text(); }

inline int count_of(const ReadResult& result, const std::string& check) {
  const auto& all = result.findings.all();
  return static_cast<int>(
      std::count_if(all.begin(), all.end(), [&](const Diagnostic& d) { return d.check == check; }));
}

inline const std::string limit = "<limit lower=\"-1\" upper=\"2\" effort=\"30\" velocity=\"4\"/>";
inline const std::string world = "<link name=\"world\"/>\n";

}  // namespace erfd::test
