// Which combinations of masses, first moments and inertias a robot's motion depends on.
#pragma once

#include "erfd/dynamics/regressor.hpp"

#include <string>
#include <vector>

namespace erfd {

/// One combination: a parameter that stays, and what is added to it.
struct BaseParameter {
  int parameter = 0;    ///< the one that stays, index in inertial_parameters()
  std::string name;     ///< "ZZ1R", or "ZZ1" if nothing is added
  std::string formula;  ///< "ZZ1R = ZZ1 + YY2 + 0.186601 M3"
  double value = 0;     ///< [kg, kg m or kg m^2]
};

/// The smallest set of inertial parameters that determines tau(q, qd, qdd) of a robot.
struct BaseParameters {
  std::vector<BaseParameter> base;
  MatrixX<double> grouping;         ///< base values = grouping · inertial_parameters()
  std::vector<int> without_effect;  ///< parameters that no motion feels
  /// Largest share of a column that was taken as dependent and is not: rounding, and axes that a file makes parallel
  /// to ten digits only.
  double remainder = 0;

  VectorX<double> values() const;
};

/// By the rank of regressors in many states: columns that depend on others are added to those. Parameters that the
/// rules of Gautier and Khalil regroup (M, MZ, YY of a revolute body, the inertias of a prismatic one) come last, so
/// that they are the ones that vanish. @throws Error for a free base, and for closed loops, whose joints depend on each
/// other.
BaseParameters base_parameters(const Model& model);

/// "XX1" … "YZ1", "MX1", "MY1", "MZ1", "M1" for the bodies in order, counted from 1.
std::string parameter_name(int parameter);

/// The same robot with M = MZ = YY = 0 in every revolute body and no inertia in every prismatic one, by the rules of
/// Gautier and Khalil: tau does not change, the wrenches between bodies do.
Model regrouped_by_rules(const Model& model);

/// The columns of a regressor that stay: tau = Y_base · values().
void reduce_regressor(const BaseParameters& base, const Eigen::Ref<const MatrixX<double>>& Y,
                      OutMatrix<double> Y_base);

}  // namespace erfd
