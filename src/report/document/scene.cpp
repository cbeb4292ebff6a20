// Where the things around the robot are while a program runs. A part that is gripped moves with the flange
// until it is released, and stays there.
#include "erfd/model/frames.hpp"
#include "erfd/report/run_document.hpp"

#include "report/document/parts.hpp"

#include <algorithm>

namespace erfd {
namespace {

constexpr double farthest = 0.5;  ///< from the tool centre to the middle of what it grips [m]

/// An object on its way through the program.
struct Moved {
  const SceneObject& object;
  Pose<double> X_WO;                      ///< while it stands
  std::optional<Pose<double>> X_FO = {};  ///< while the flange carries it
  Json::List stages = {};

  void note(int cycle, const char* on, const Pose<double>& X) {
    stages.push_back(Json::Object{{"cycle", cycle}, {"on", on}, {"X", pose_json(X)}});
  }
};

std::vector<Moved> at_rest(const std::vector<SceneObject>& scene) {
  std::vector<Moved> objects;
  for (const SceneObject& object : scene) {
    objects.push_back({object, object.X_WO});
    objects.back().note(0, "world", object.X_WO);
  }
  return objects;
}

Json::List listed(std::vector<Moved>& objects) {
  Json::List list;
  for (Moved& moved : objects)
    list.push_back(Json::Object{{"name", moved.object.name},
                                {"visual", visual_json(moved.object.visual)},
                                {"stages", std::move(moved.stages)}});
  return list;
}

/// The nearest part that nobody carries; null where none is near.
Moved* within_reach(std::vector<Moved>& objects, const Vector3<double>& tool) {
  Moved* nearest = nullptr;
  double least = farthest;
  for (Moved& moved : objects) {
    const double distance = (moved.X_WO.p - tool).norm();
    if (!moved.object.is_part || moved.X_FO || distance > least) continue;
    nearest = &moved;
    least = distance;
  }
  return nearest;
}

void release_all(std::vector<Moved>& objects, const Pose<double>& X_WF, int cycle) {
  for (Moved& moved : objects) {
    if (!moved.X_FO) continue;
    moved.X_WO = X_WF * *moved.X_FO;
    moved.X_FO.reset();
    moved.note(cycle, "world", moved.X_WO);
  }
}

}  // namespace

Json::List scene_json(const std::vector<SceneObject>& scene) {
  std::vector<Moved> objects = at_rest(scene);
  return listed(objects);
}

Json::List scene_json(const std::vector<SceneObject>& scene, const JudgedCase& s,
                      const ThinRun& thin) {
  std::vector<Moved> objects = at_rest(scene);
  const std::vector<Pose<double>>& X_WT = s.verification.motion.X_WT;
  double held = 0;
  for (const PlannedMove& move : s.plan.moves) {
    const auto first = static_cast<std::size_t>(move.first_sample);
    const Conditions& c =
        s.program.instructions[static_cast<std::size_t>(move.instruction)].conditions;
    const double mass = c.gripped.mass;
    if (mass == held || first >= X_WT.size()) continue;
    const Pose<double> X_WF = X_WT[first] * tool_in_flange(c, s.model).inverse();
    const int cycle = thin.places(move.first_sample);
    if (mass == 0) release_all(objects, X_WF, cycle);
    if (Moved* const part = mass > held ? within_reach(objects, X_WT[first].p) : nullptr) {
      part->X_FO = X_WF.inverse() * part->X_WO;
      part->note(cycle, "flange", *part->X_FO);
    }
    held = mass;
  }
  return listed(objects);
}

}  // namespace erfd
