// Random positions of surveys, the same ones on every machine. Private to the layer.
#pragma once

#include "erfd/model/model.hpp"

#include <cmath>
#include <numbers>
#include <random>

namespace erfd {

/// 0 to 1. Not std::uniform_real_distribution: every standard library has its own.
inline double share(std::mt19937& rng) { return static_cast<double>(rng()) * 0x1p-32; }

/// Uniform in the range of each joint.
inline void draw(const Model& model, std::mt19937& rng, VectorX<double>& q) {
  for (const Body& body : model.joints()) {
    const double whole = comes_round(body.kind) ? std::numbers::pi : 0;
    const bool ranged = std::isfinite(body.limits.lower) && std::isfinite(body.limits.upper);
    const double low = ranged ? body.limits.lower : -whole;
    const double high = ranged ? body.limits.upper : whole;
    q[body.q_index] = low + share(rng) * (high - low);
  }
}

}  // namespace erfd
