// A run that stops and goes on: everything that a later step depends on, or that the result adds up.
#include "erfd/base/error.hpp"

#include "simulation/run/run.hpp"

namespace erfd {

Checkpoint Run::take() const {
  Checkpoint c;
  c.integrator = integrator_->save();
  c.anchor = positions_.anchor();
  c.command = command_;
  c.load_sign = dynamics_.load_signs();
  c.model = dynamics_.model();
  c.modes = dynamics_.modes();
  c.resting = friction_.resting;
  c.was_limited = was_limited_;
  c.samples = sample_;
  c.cycles = cycle_;
  c.switches = static_cast<long>(switch_);
  c.calls = dynamics_.calls();
  c.cluster_start = cluster_start_;
  c.cluster = cluster_;
  c.audit = result_.audit;
  c.events = result_.events;
  c.limits = result_.limits;
  c.motion = result_.motion;
  return c;
}

void Run::go_on(const Checkpoint& from) {
  const std::size_t elements = plant_.friction().size();
  if (from.integrator.x.size() != x_.size() || from.anchor.size() != positions_.anchor().size() ||
      from.command.size() != command_.size() || from.load_sign.size() != n_ ||
      from.modes.size() != elements || from.resting.size() != elements ||
      from.was_limited.size() != was_limited_.size() ||
      from.limits.size() != result_.limits.size() ||
      from.motion.tracking.size() != result_.motion.tracking.size() ||
      from.motion.settling.size() != result_.motion.settling.size() ||
      from.motion.ranges.size() != result_.motion.ranges.size() ||
      from.motion.joint_speeds.size() != result_.motion.joint_speeds.size() ||
      from.motion.motor_speeds.size() != result_.motion.motor_speeds.size() ||
      from.motion.mechanisms.size() != result_.motion.mechanisms.size() || from.model < 0 ||
      from.model >= plant_.model_count() || from.switches < 0 ||
      from.switches > static_cast<long>(settings_.switches.size()))
    throw Error("simulate: the checkpoint is not one of '" + plant_.model().name() +
                "' with these drives, payloads and switches; start anew");
  x_ = from.integrator.x;
  positions_.set_anchor(from.anchor);
  integrator_->restore(from.integrator);
  command_ = from.command;
  dynamics_.use_model(from.model);
  dynamics_.set_modes(from.modes);
  dynamics_.set_load_signs(from.load_sign);
  friction_.resting = from.resting;
  was_limited_ = from.was_limited;
  sample_ = from.samples;
  cycle_ = from.cycles;
  switch_ = static_cast<std::size_t>(from.switches);
  dynamics_.count_calls_from(from.calls);
  cluster_start_ = from.cluster_start;
  cluster_ = from.cluster;
  result_.t = from.integrator.t;
  note_state(x_);
  result_.audit = from.audit;
  result_.events = from.events;
  result_.limits = from.limits;
  result_.motion = from.motion;
}

}  // namespace erfd
