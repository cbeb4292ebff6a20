// The fastest motion along a path by trying all: dynamic programming over a dense grid of speeds.
#pragma once

#include "erfd/model/model.hpp"

#include "motion/path_dynamics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace erfd::test {

/// Nodes s_i = L (1 − cos(π i/N))/2, rates of node i in even steps from 0 to the largest that speed limits
/// let it have; s̈ constant in a cell, within the limits at both of its ends. Without load friction.
class BruteForce {
 public:
  BruteForce(const JointPath& path, const Model& model, const Drives& drives, int cells, int rates)
      : rates_(rates) {
    for (int i = 0; i <= cells; ++i) {
      Node node;
      node.s = path.length() * (1 - std::cos(std::numbers::pi * i / cells)) / 2;
      const PathPlace p = place_of(path, model, drives, node.s);
      node.top = 1e3;
      for (int j = 0; j < path.joints(); ++j) {
        const auto k = static_cast<std::size_t>(j);
        if (p.point.dq[j] != 0)
          node.top = std::min(node.top, model.bodies()[k].limits.speed / std::abs(p.point.dq[j]));
        const Motor& motor = drives.motor(j);
        if (p.turn[j] != 0) {
          node.top = std::min(node.top, motor.limits.speed / std::abs(p.turn[j]));
          if (!motor.limits.curve.empty() && motor.limits.curve.back().torque == 0)
            node.top = std::min(node.top, motor.limits.curve.back().speed / std::abs(p.turn[j]));
        }
      }
      nodes_.push_back(std::move(node));
      places_.push_back(p);
    }
    // Where no speed limit bounds the rates: twice what the torques let the motion reach at all.
    for (Node& node : nodes_) node.top = std::min(node.top, top_by_torques(drives));
    for (std::size_t i = 0; i < nodes_.size(); ++i) fill(nodes_[i], places_[i], drives);
  }

  /// Infinite where there is none.
  double time() const {
    const std::size_t last = nodes_.size() - 1;
    const double none = std::numeric_limits<double>::infinity();
    std::vector<double> cost(static_cast<std::size_t>(rates_) + 1, none), before;
    cost[0] = 0;
    for (std::size_t i = last; i-- > 0;) {
      const Node &from = nodes_[i], &to = nodes_[i + 1];
      const double h = to.s - from.s;
      before.assign(cost.size(), none);
      for (std::size_t k = 0; k < (i == 0 ? 1 : cost.size()); ++k) {
        const double r = from.rate(k, rates_), x = r * r;
        if (from.low[k] > from.high[k]) continue;
        const auto index = [&](double y) { return std::sqrt(std::max(0.0, y)) / to.top * rates_; };
        const auto first = static_cast<std::size_t>(std::ceil(index(x + 2 * h * from.low[k])));
        const auto end = std::min<double>(rates_, std::floor(index(x + 2 * h * from.high[k])));
        for (std::size_t l = first; static_cast<double>(l) <= end; ++l) {
          const double next = to.rate(l, rates_), u = (next * next - x) / (2 * h);
          if (u < to.low[l] || u > to.high[l] || r + next == 0) continue;
          before[k] = std::min(before[k], 2 * h / (r + next) + cost[l]);
        }
      }
      cost.swap(before);
    }
    return cost[0];
  }

 private:
  struct Node {
    double s = 0, top = 0;
    std::vector<double> low, high;  ///< of s̈ at each rate
    double rate(std::size_t k, int rates) const { return top * static_cast<double>(k) / rates; }
  };

  /// From rest with the largest s̈ that any place has, halfway.
  double top_by_torques(const Drives& drives) const {
    double most = 0;
    for (const PathPlace& p : places_) {
      double u = std::numeric_limits<double>::infinity();
      for (int i = 0; i < p.a_m.size(); ++i)
        if (p.a_m[i] != 0)
          u = std::min(
              u, (drives.motor(i).limits.torque_peak + std::abs(p.c_m[i])) / std::abs(p.a_m[i]));
      most = std::max(most, u);
    }
    return 1.5 * std::sqrt(most * nodes_.back().s);
  }

  void fill(Node& node, const PathPlace& p, const Drives& drives) const {
    for (std::size_t k = 0; k <= static_cast<std::size_t>(rates_); ++k) {
      const double r = node.rate(k, rates_);
      double low = -1e12, high = 1e12;
      for (int i = 0; i < p.a_m.size(); ++i) {
        const double limit = largest_torque(drives.motor(i), p.turn[i] * r);
        const double rest = p.b_m[i] * r * r + p.d_m[i] * r + p.c_m[i], a = p.a_m[i];
        if (std::abs(a) < 1e-12) {
          if (std::abs(rest) > limit) high = -1e13;
          continue;
        }
        const double one = (limit - rest) / a, other = (-limit - rest) / a;
        low = std::max(low, std::min(one, other));
        high = std::min(high, std::max(one, other));
      }
      node.low.push_back(low), node.high.push_back(high);
    }
  }

  int rates_;
  std::vector<Node> nodes_;
  std::vector<PathPlace> places_;
};

}  // namespace erfd::test
