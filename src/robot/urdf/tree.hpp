// The tree that the joints of a URDF make of its links.
#pragma once

#include "robot/urdf/parts.hpp"

#include <vector>

namespace erfd::urdf {

struct Tree {
  int root = -1;                           // index of the link without parent; -1: no tree
  std::vector<int> parent_joint;           // by link: the joint it hangs on; -1 for the root
  std::vector<int> parent_link;            // by joint
  std::vector<int> child_link;             // by joint
  std::vector<std::vector<int>> children;  // by link: the joints that hang on it, in file order
  std::vector<int> order;                  // joints, parents first, otherwise in file order
};

/// Finds the tree. Names that are unknown or given twice, two parents, two roots and cycles are
/// errors; a moving link without inertia is one as well.
Tree find_tree(const Parts& parts, Diagnostics& findings);

}  // namespace erfd::urdf
