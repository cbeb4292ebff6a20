// A serial robot whose links are bent slender rods.
#pragma once

#include "erfd/math/turn.hpp"
#include "erfd/math/types.hpp"
#include "erfd/model/model.hpp"

#include <span>
#include <string>
#include <vector>

namespace erfd {

/// Link i: a thin rod b along the axis Z_i of its revolute joint, then a thin rod a along X_{i+1},
/// both of one line density, and a hub about Z_i. a, b and alpha are its Denavit-Hartenberg row.
struct Rod {
  double a = 0;            ///< along X_{i+1} [m]
  double b = 0;            ///< along Z_i [m]
  double alpha = 0;        ///< angle from Z_i to Z_{i+1} about X_{i+1} [rad]
  double theta = 0;        ///< angle from X_i to X_{i+1} at q = 0 [rad]
  double density = 0;      ///< ρ [kg/m]
  double hub_inertia = 0;  ///< I_h about Z_i [kg m^2]
};

/// What of the rods does not depend on the state, computed once.
class RodChain {
 public:
  struct Link {
    Rod rod;
    Turn<double> alpha;
    Vector3<double> a_next;  ///< [a_i]_{i+1}: O_{i+1} from O_i, in axes of frame i+1 [m]
    double mass;             ///< ρ (a + b)
    double C1, C2;           ///< first moments along Z_i and X_{i+1}, negative [kg m]
    double C3, C4, C5;       ///< second moments [kg m^2]
  };
  /// @throws Error for a chain without rods, or a rod that is not finite.
  explicit RodChain(std::span<const Rod> rods);

  int size() const { return static_cast<int>(links_.size()); }
  const Link& link(int i) const { return links_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<Link> links_;
};

/// Why the bodies of a model are no bent slender rods; empty when they are.
std::string obstacle_to_rods(const Model& model);

/// The rods that a model is made of, found from its masses and placements.
/// @throws Error if it is not made of rods: obstacle_to_rods() says why.
RodChain rods_of(const Model& model);

}  // namespace erfd
