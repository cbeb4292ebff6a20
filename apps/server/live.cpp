#include "live.hpp"

#include "erfd/drives/transmission.hpp"
#include "erfd/dynamics/rnea.hpp"

#include "live_text.hpp"

#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace erfd::server {
namespace {

constexpr double show_interval = 0.016;  // [s]
constexpr std::size_t most_views = 32;   // half a second of them; a source may run faster than time
constexpr std::chrono::seconds same_files{2};  // nobody edits a robot and starts it again so fast

}  // namespace

LivePrediction::LivePrediction(LiveRobot robot) : robot_(std::move(robot)), ws_(robot_.model) {
  if (robot_.drives) drive_state_.emplace(*robot_.drives);
  if (const Case* const program = robot_.program.get(); program && program->plan.samples() > 0)
    match_.emplace(program->program, program->plan, program->model);
}

void LivePrediction::forget() {
  if (match_) match_->forget();
}

void LivePrediction::hold_against_plan(LiveView& view) {
  if (!match_) return;
  const Case& program = *robot_.program;
  view.plan = match_->off(view.sample.q, view.sample.time, view.sample.program_time);
  const PlannedMove& move = program.plan.moves[static_cast<std::size_t>(view.plan->move)];
  view.line = program.program.instructions[static_cast<std::size_t>(move.instruction)].at.line;
}

int LivePrediction::torque_count() const {
  return robot_.drives ? robot_.drives->count() : robot_.model.nv();
}

// Differences on steps h1, h2 that need not be equal; exact for a parabola through the three samples.
//   qd  = (h1² q3 + (h2² − h1²) q2 − h2² q1) / (h1 h2 (h1 + h2))          (1)
//   qdd = the same of qd, where the source sends it, else
//         2 (h1 q3 − (h1 + h2) q2 + h2 q1) / (h1 h2 (h1 + h2))            (2)
LiveView LivePrediction::view(const std::array<LiveSample, 3>& three) {
  const LiveSample &a = three[0], &b = three[1], &c = three[2];
  const double h1 = b.time - a.time, h2 = c.time - b.time, area = h1 * h2 * (h1 + h2);
  const auto slope = [&](const VectorX<double>& x1, const VectorX<double>& x2,
                         const VectorX<double>& x3) -> VectorX<double> {
    return (h1 * h1 * x3 + (h2 * h2 - h1 * h1) * x2 - h2 * h2 * x1) / area;  // (1)
  };
  const bool speeds = a.qd.size() > 0 && b.qd.size() > 0 && c.qd.size() > 0;
  LiveView view;
  view.sample = b;
  if (speeds) {
    view.qdd = slope(a.qd, b.qd, c.qd);
  } else {
    view.sample.qd = slope(a.q, b.q, c.q);
    view.qdd = 2 * (h1 * c.q - (h1 + h2) * b.q + h2 * a.q) / area;  // (2)
  }
  hold_against_plan(view);
  VectorX<double> tau(robot_.model.nv());
  rnea(robot_.model, ws_, b.q, view.sample.qd, view.qdd, tau);
  view.ua_model.resize(torque_count());
  if (!robot_.drives) {
    view.ua_model = tau;
    return view;
  }
  if (const DriveStatus placed = set_position(*robot_.drives, b.q, *drive_state_); !placed)
    throw Error("sample: " + text_of(*robot_.drives, placed));
  drive_torques(*robot_.drives, *drive_state_, view.sample.qd, view.qdd, tau, view.ua_model);
  return view;
}

LiveFeed::LiveFeed(Load load, std::string robot)
    : load_(std::move(load)), default_robot_(std::move(robot)) {}

SourceAnswer LiveFeed::line(std::uint64_t source, std::string_view text) {
  try {
    if (is_hello(text)) return hello(source, text);
    if (source != active_)
      throw Error(active_ == 0 ? "expected a hello as the first line"
                               : "another source is listened to now");
    ++lines_;
    keep(read_sample(text, prediction_->robot().model.nv(), prediction_->torque_count()));
    return {};
  } catch (const Error& error) {
    const std::string where = source == active_ ? fmt::format("sample {}: ", lines_) : "";
    if (source == active_) closed(source);
    return {error_line(where + error.what()), false};
  }
}

SourceAnswer LiveFeed::hello(std::uint64_t source, std::string_view text) {
  if (!greeted_.insert(source).second) throw Error("a second hello, expected samples");
  const LiveHello hello = read_hello(text);
  const std::string& name = hello.robot.empty() ? default_robot_ : hello.robot;
  if (name.empty()) throw Error("hello: no robot, expected \"robot\": a name of `erfd robots`");
  load(name, hello.period);
  active_ = source;
  lines_ = 0;
  kept_ = 0;
  fresh_ = false;
  views_.clear();
  prediction_->forget();
  ++generation_;
  return {welcome_line(prediction_->robot().model, prediction_->torque_count()), true};
}

/// Reading files takes time that viewers wait; a source that comes and goes at once has it only once.
void LiveFeed::load(const std::string& name, double period) {
  const auto now = std::chrono::steady_clock::now();
  if (prediction_ && loaded_ == std::pair(name, period) && now < loaded_until_) return;
  prediction_ = std::make_unique<LivePrediction>(load_(name, period));
  loaded_ = {name, period};
  loaded_until_ = std::chrono::steady_clock::now() + same_files;
}

void LiveFeed::closed(std::uint64_t source) {
  greeted_.erase(source);
  if (source == active_) active_ = 0;
}

/// A clock that goes back begins anew: the neighbours of before are none. One that stands still is
/// coarser than the samples: the first of its time stays.
void LiveFeed::keep(LiveSample sample) {
  if (kept_ > 0 && sample.time == last_[2].time) return;
  if (kept_ > 0 && sample.time < last_[2].time) {
    kept_ = 0;
    prediction_->forget();
  }
  last_[0] = std::move(last_[1]);
  last_[1] = std::move(last_[2]);
  last_[2] = std::move(sample);
  kept_ = std::min(kept_ + 1, 3);
  fresh_ = kept_ == 3;
  const double now = last_[1].time;
  if (!fresh_ || (now < due_ && now > due_ - 2 * show_interval)) return;
  // Steps of the interval keep the mean rate; a gap or a new clock sets the phase anew.
  due_ = std::abs(now - due_) < show_interval ? due_ + show_interval : now + show_interval;
  show();
}

void LiveFeed::show() {
  fresh_ = false;
  LiveView view = prediction_->view(last_);
  if (!view.qdd.allFinite() || !view.ua_model.allFinite()) return;
  if (views_.size() == most_views) views_.pop_front();
  views_.push_back(std::move(view));
}

std::vector<LiveView> LiveFeed::take() {
  if (views_.empty() && fresh_) show();
  std::vector<LiveView> views(std::make_move_iterator(views_.begin()),
                              std::make_move_iterator(views_.end()));
  views_.clear();
  return views;
}

}  // namespace erfd::server
