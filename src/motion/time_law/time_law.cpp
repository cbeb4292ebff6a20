// Reading a motion of phases with constant jerk.
//
//   s = s0 + v0 t + a0 t²/2 + j t³/6
#include "erfd/motion/time_law.hpp"

#include <algorithm>

namespace erfd {

PathState TimeLaw::Phase::at(double time) const {
  const double x = std::clamp(time - t, 0.0, duration);
  return {begin.s + x * (begin.v + x * (begin.a / 2 + x * jerk / 6)),
          begin.v + x * (begin.a + x * jerk / 2), begin.a + x * jerk};
}

void TimeLaw::add(double duration, const PathState& begin, double jerk) {
  if (!(duration > 0)) return;
  phases_.push_back({duration_, duration, begin, jerk});
  duration_ += duration;
}

PathState TimeLaw::at(double t) const {
  if (t >= duration_ || phases_.empty()) return {length_, 0, 0};
  if (t <= 0) return {0, 0, 0};
  const auto above = std::upper_bound(phases_.begin() + 1, phases_.end(), t,
                                      [](double time, const Phase& p) { return time < p.t; });
  PathState state = std::prev(above)->at(t);
  state.s = std::clamp(state.s, 0.0, length_);  // rounding may lead a hair beyond the end
  return state;
}

double TimeLaw::time_at(double s) const {
  if (s >= length_ || phases_.empty()) return duration_;
  const auto above =
      std::upper_bound(phases_.begin() + 1, phases_.end(), s,
                       [](double place, const Phase& p) { return place < p.begin.s; });
  const Phase& phase = *std::prev(above);
  double low = 0, high = phase.duration;
  for (int i = 0; i < 60; ++i) {  // the place grows with time: bisection to the last bit
    const double middle = (low + high) / 2;
    (phase.at(phase.t + middle).s < s ? low : high) = middle;
  }
  return phase.t + high;
}

double TimeLaw::peak_speed(double from, double to) const {
  const double begin = time_at(from), end = time_at(to);
  double peak = std::max(at(begin).v, at(end).v);
  for (const Phase& phase : phases_)  // speed has its extremes at the ends of phases
    if (phase.t > begin && phase.t < end) peak = std::max(peak, phase.begin.v);
  return peak;
}

double TimeLaw::rise_time() const {
  double time = 0;
  for (const Phase& phase : phases_) {
    const PathState end = phase.at(phase.t + phase.duration);
    if (phase.begin.a < 0 || end.v <= phase.begin.v) break;
    time += phase.duration;
  }
  return time;
}

double TimeLaw::brake_time() const {
  double time = 0;
  for (auto phase = phases_.rbegin(); phase != phases_.rend(); ++phase) {
    if (phase->begin.a > 0 || phase->at(phase->t + phase->duration).v >= phase->begin.v) break;
    time += phase->duration;
  }
  return time;
}

}  // namespace erfd
