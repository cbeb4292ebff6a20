// What a recording may choose: the results are the same, the number of steps is not.
#pragma once

#include <vector>

namespace erfd::generate {

/// Axes in which a sum over one link is formed.
enum class Axes { link, seat };

struct LinkChoice {
  Axes first_moment = Axes::link;   ///< forces m A + U S and the moment S × A
  Axes second_moment = Axes::link;  ///< axial(U E)
  bool double_angle = false;        ///< E in seat axes by sin 2Θ, cos 2Θ
  bool own_group = false;  ///< a group of its own, although its axis is parallel to the parent's
};

struct Choices {
  std::vector<LinkChoice> links;
  int meeting = 0;  ///< link in whose seat entries of H are formed; 0: at the ancestor
  std::vector<int>
      order;  ///< in which joints are eliminated from H y = r; the last index first if empty
};

}  // namespace erfd::generate
