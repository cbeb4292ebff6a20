#include "motion/optimal/path_rows.hpp"

#include <algorithm>
#include <cmath>

namespace erfd::optimal {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Beyond a limit by so much, a cell is divided; by less, the limit is drawn in there [-].
constexpr double steep = 1e-3;

}  // namespace

PathRows::PathRows(PathTorques& torques, const TimeOptimalSettings& settings)
    : torques_(torques),
      settings_(settings),
      grid_(make_grid(torques, settings.cells)),
      breakaway_cells_(settings.breakaway_time > 0 && settings.start_rate == 0 ? 1 : 0) {
  torque_share_.assign(at(grid_.nodes()), 1);
  rate_share_ = torque_share_;
  fill();
}

int PathRows::standstill() const {
  const auto way = [&](int node) {
    const Side here = side(node - 1, 1);
    double most = 0;
    for (int j = 0; j < torques_.joints(); ++j) most = std::max(most, std::abs(here.joints[j].dq));
    return most;
  };
  double most = 0;
  for (int node = 1; node < nodes(); ++node) most = std::max(most, way(node));
  for (int node = 1; node + 1 < nodes(); ++node)
    if (way(node) <= 1e-9 * most) return node;
  return -1;
}

Side PathRows::side(int c, int end) const {
  const std::size_t k = rows_of_[2 * at(c) + at(end)];
  return {&motors_[k * at(torques_.motors())], &joints_[k * at(torques_.joints())],
          loads_.data() + k * torques_.loads().size(), tools_.empty() ? nullptr : tools_[k].data(),
          torque_share_[at(c + end)]};
}

Place PathRows::place_of(int c, int end) const {
  return {end == 0 ? cell(c).begin : cell(c).end, cell(c).piece, cell(c).middle(),
          c < breakaway_cells_};
}

std::size_t PathRows::add_rows(const Place& place) {
  const std::size_t m = motors_.size(), n = joints_.size(), l = loads_.size();
  motors_.resize(m + at(torques_.motors()));
  joints_.resize(n + at(torques_.joints()));
  loads_.resize(l + torques_.loads().size());
  torques_.rows(place, &motors_[m], &joints_[n], loads_.data() + l);
  if (settings_.tool) tools_.push_back(torques_.tool_rows(settings_.tool->frame));
  return m / at(torques_.motors());
}

/// What the cell before had at its end holds where this one begins, too.
bool PathRows::goes_on(int c) {
  if (c == 0 || c == breakaway_cells_) return false;
  if (cell(c).piece != cell(c - 1).piece &&
      !torques_.same_path(cell(c).begin, cell(c - 1).piece, cell(c).piece))
    return false;
  const Side before = side(c - 1, 1);
  return torques_.same_signs(place_of(c, 0), before.motors, before.joints);
}

void PathRows::fill_cell(int c) {
  const bool shared = goes_on(c);
  smooth_[at(c)] = shared;
  rows_of_[2 * at(c)] = shared ? rows_of_[2 * at(c) - 1] : add_rows(place_of(c, 0));
  rows_of_[2 * at(c) + 1] = add_rows(place_of(c, 1));
  for (int end = shared ? 1 : 0; end < 2; ++end) set_rate_limit(c, end);
}

void PathRows::set_rate_limit(int c, int end) {
  double& limit = rate_limit_[at(c + end)];
  const auto bound = [&](double slope, double speed) {
    if (slope != 0 && std::isfinite(speed)) limit = std::min(limit, speed / std::abs(slope));
  };
  const Side here = side(c, end);
  for (int j = 0; j < torques_.joints(); ++j)
    bound(here.joints[j].dq, torques_.model().bodies()[at(j)].limits.speed);
  for (int i = 0; i < torques_.motors(); ++i)
    bound(here.motors[i].w, speed_share(settings_, i) * torques_.drives().motor(i).limits.speed);
  if (settings_.tool) {
    bound(here.tool[0].v.norm(), settings_.tool->speed);
    bound(here.tool[1].v.norm(), settings_.tool->turn_speed);
  }
  if (settings_.rate_cap) bound(1, settings_.rate_cap(end == 0 ? cell(c).begin : cell(c).end));
}

void PathRows::fill() {
  const std::size_t sides = grid_.cells.size() + grid_.cells.size() / 16 + 8;
  motors_.clear(), joints_.clear(), loads_.clear(), tools_.clear();
  motors_.reserve(sides * at(torques_.motors()));
  joints_.reserve(sides * at(torques_.joints()));
  loads_.reserve(sides * torques_.loads().size());
  rows_of_.resize(2 * grid_.cells.size());
  smooth_.assign(at(grid_.nodes()), false);
  rate_limit_.assign(at(grid_.nodes()), endless);
  for (int c = 0; c < static_cast<int>(grid_.cells.size()); ++c) fill_cell(c);
}

void PathRows::set_breakaway_cells(int cells) {
  breakaway_cells_ = cells;
  fill();
}

void PathRows::refine(const std::vector<CellShare>& worst) {
  std::vector<bool> divided(worst.size());
  std::size_t more = 0;
  for (std::size_t c = 0; c < worst.size(); ++c)
    if (divides(c, worst[c])) divided[c] = true, more += parts_ - 1;
  if (grid_.cells.size() + more > 10 * at(settings_.cells)) {
    divided.assign(worst.size(), false);
    more = 0;
  }
  draw_in(worst, divided);
  if (more > 0) divide(divided);
}

bool PathRows::divides(std::size_t c, const CellShare& worst) const {
  const double beyond = std::max(worst.torque, worst.speed) - 1;
  const bool often = beyond > settings_.tolerance &&
                     std::min(torque_share_[c], torque_share_[c + 1]) < 1 - 3 * steep;
  return (beyond > steep || often) && grid_.cells[c].h() > 1e-9 * torques_.path().length();
}

void PathRows::draw_in(const std::vector<CellShare>& worst, const std::vector<bool>& divided) {
  std::vector<double> torque(torque_share_.size(), 1), rate(rate_share_.size(), 1);
  for (std::size_t c = 0; c < worst.size(); ++c) {
    if (divided[c]) continue;
    const CellShare& w = worst[c];
    for (const std::size_t node : {c, c + 1}) {
      if (w.torque > 1 + 0.5 * settings_.tolerance)
        torque[node] = std::min(torque[node], 1 / w.torque);
      if (w.speed > 1 + 0.5 * settings_.tolerance) rate[node] = std::min(rate[node], 1 / w.speed);
    }
  }
  for (std::size_t k = 0; k < torque.size(); ++k) {
    torque_share_[k] *= torque[k];
    rate_share_[k] *= rate[k];
  }
}

/// Rows of cells that stay are kept.
void PathRows::divide(const std::vector<bool>& divided) {
  PathGrid whole = std::move(grid_);
  std::vector<double> torque{torque_share_.front()}, rate{rate_share_.front()};
  std::vector<std::size_t> rows_of;
  std::vector<bool> smooth{smooth_.front()};
  std::vector<double> limit{rate_limit_.front()};
  std::vector<int> fresh;  // first parts
  grid_.cells.clear();
  int breakaway = breakaway_cells_;
  for (std::size_t c = 0; c < whole.cells.size(); ++c) {
    const PathGrid::Cell& cell = whole.cells[c];
    const int parts = divided[c] ? parts_ : 1;
    for (int k = 0; k < parts; ++k) {
      const bool last = k + 1 == parts;
      const double begin = k == 0 ? cell.begin : grid_.cells.back().end;
      if (parts > 1 && k == 0) fresh.push_back(static_cast<int>(grid_.cells.size()));
      grid_.cells.push_back(
          {begin, last ? cell.end : cell.begin + cell.h() * (k + 1) / parts, cell.piece});
      torque.push_back(last && !divided[c] ? torque_share_[c + 1] : 1);
      rate.push_back(last && !divided[c] ? rate_share_[c + 1] : 1);
      rows_of.insert(rows_of.end(), {rows_of_[2 * c], rows_of_[2 * c + 1]});
      smooth.push_back(last && smooth_[c + 1]);
      limit.push_back(last ? rate_limit_[c + 1] : endless);
    }
    // What was drawn in for the whole cell is not for its parts.
    if (divided[c]) torque.rbegin()[parts_] = rate.rbegin()[parts_] = 1;
    if (c < at(breakaway_cells_)) breakaway += parts - 1;
  }
  breakaway_cells_ = breakaway;
  torque_share_ = std::move(torque), rate_share_ = std::move(rate);
  rows_of_ = std::move(rows_of), smooth_ = std::move(smooth), rate_limit_ = std::move(limit);
  for (const int c : fresh) fill_parts(c);
}

/// The nodes inside of a cell that was divided.
void PathRows::fill_parts(int c) {
  for (int k = c; k < c + parts_ - 1; ++k) {
    const std::size_t rows = add_rows(place_of(k, 1));
    rows_of_[2 * at(k) + 1] = rows_of_[2 * at(k) + 2] = rows;
    smooth_[at(k + 1)] = true;
    set_rate_limit(k, 1);
  }
}

}  // namespace erfd::optimal
