// A robot as the generator sees it: links in the frames and with the regrouped inertias of the engine, their axes
// gathered into groups of parallel ones.
//
// The seat of a link is its frame before the joint turned. The way from the parent's axes to the seat is
//
//     shift by p · rotation R · shift by d along z               (p = a x and d of the engine; prismatic: d = q)
//
// A link whose axis is parallel to its parent's joins the parent's group: R = 1, and both have the same seat axes,
// those of the group's first link. Within a group one works with absolute angles and speeds
//
//     Θ = Σ (q + q0),  u = Σ qd,  from the group's first link on                                              (1)
#pragma once

#include "erfd/generate/record.hpp"
#include "erfd/math/traced.hpp"
#include "erfd/model/model.hpp"

#define ERFD_ENGINE_TARGET recorded
#include "dynamics/engine/algebra.hpp"

#include <vector>

namespace erfd::generate {

using Vec = engine::Vec<Traced>;
using Mat = engine::Mat<Traced>;
using Sym = engine::Sym<Traced>;

/// Moments of a link about its origin: mass, first moment, second moment ∫ r rᵀ dm.
struct Moments {
  Traced m;
  Vec S;
  Sym E;
};

struct RobotLink {
  int parent = -1;
  bool prismatic = false;
  bool joins_group = false;  ///< of its parent
  Vec p;                     ///< in axes of the parent; of a link that joins a group: (a, 0, 0)
  Mat R;                     ///< seat axes in axes of the parent
  double d = 0;
  double q0 = 0;
  Vec lift;           ///< −gravity in seat axes, links on the base only
  Moments moments{};  ///< in axes of the link
};

/// The links of a model that the engine can prepare, leaves and base turned so that more numbers are zero.
std::vector<RobotLink> robot_links(const Model& model);

}  // namespace erfd::generate
