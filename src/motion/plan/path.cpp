#include "erfd/motion/path.hpp"

#include "erfd/base/error.hpp"

#include "motion/plan/chain.hpp"

namespace erfd {

PathSegment::PathSegment(std::shared_ptr<const planning::ChainRun> run) : run_(std::move(run)) {
  double s = 0;
  for (const planning::TimedRun::Piece& piece : planning::timing_of(*run_).pieces) {
    pieces_.push_back({s, s + piece.limits.length,
                       run_->moves[static_cast<std::size_t>(piece.move)], piece.blend});
    s += piece.limits.length;
  }
}

bool PathSegment::in_joint_space() const {
  return std::holds_alternative<planning::JointRun>(run_->run);
}

double PathSegment::length() const {
  return std::visit([](const auto& run) { return run.length(); }, run_->run);
}

VectorX<double> PathSegment::q(double s) const {
  if (const auto* const run = std::get_if<planning::JointRun>(&run_->run)) return run->at(s);
  throw Error("PathSegment::q: lines and circles are poses of the tool; ask for X_WT");
}

Pose<double> PathSegment::X_WT(double s) const {
  if (const auto* const run = std::get_if<planning::PathRun>(&run_->run)) return run->at(s);
  throw Error("PathSegment::X_WT: ptp moves are postures; ask for q");
}

std::vector<LawPiece> PathSegment::limits() const {
  std::vector<LawPiece> pieces;
  for (const auto& piece : planning::timing_of(*run_).pieces) pieces.push_back(piece.limits);
  return pieces;
}

PathState TimedSegment::at(double time) const {
  const PathState own = law.at((time - start) / stretch);
  return {own.s, own.v / stretch, own.a / (stretch * stretch)};
}

}  // namespace erfd
