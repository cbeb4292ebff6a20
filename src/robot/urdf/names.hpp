// Which elements and attributes a URDF may hold.
#pragma once

#include "robot/urdf/values.hpp"

#include <map>
#include <string>

namespace erfd::urdf {

/// Counts the parts of a file that are known and not used; each kind gives one note.
class Unused {
 public:
  void count(const std::string& kind, Location at);
  void report(Diagnostics& findings) const;

 private:
  struct Kind {
    Location first;
    int times = 0;
  };
  std::map<std::string, Kind> kinds_;
};

/// Warns about unknown names (each once, with the nearest known one), refuses elements that are
/// given twice, counts what is known and not used.
void check_names(const Element& robot, Values& values, Unused& unused);

}  // namespace erfd::urdf
