#include "erfd/model/visuals.hpp"

#include "model/build/placement.hpp"
#include "model/visuals/shape_visuals.hpp"
#include "model/visuals/visual_plausibility.hpp"

#include <optional>
#include <utility>

namespace erfd {
namespace {

/// Collects what can be drawn.
class VisualsMaker {
 public:
  explicit VisualsMaker(RobotMeshes meshes) : number_(std::move(meshes.number)) {
    visuals_.meshes = std::move(meshes.meshes);
  }

  /// @param X_BL  the link frame in which the visuals are given
  /// @returns true if something of them is drawn
  bool add(const std::vector<VisualDescription>& visuals, BodyIndex body, const Pose<double>& X_BL,
           bool of_mass = false) {
    const std::size_t before = visuals_.visuals.size();
    for (const VisualDescription& visual : visuals) add(visual, body, X_BL, of_mass);
    return visuals_.visuals.size() > before;
  }

  void add(const std::optional<SceneDescription>& scene) {
    if (!scene) return;
    for (const SceneObjectDescription& object : scene->objects)
      if (const auto visual = drawable(object.visual))
        visuals_.scene.push_back(
            {object.name, object.is_part, pose_of(object.visual.origin), *visual});
  }

  Visuals take() { return std::move(visuals_); }

 private:
  void add(const VisualDescription& visual, BodyIndex body, const Pose<double>& X_BL,
           bool of_mass) {
    std::optional<Visual> made = drawable(visual);
    if (!made) return;
    made->body = body;
    made->X_BV = X_BL * pose_of(visual.origin);
    made->of_mass = of_mass;
    visuals_.visuals.push_back(std::move(*made));
  }

  /// In its own frame; none of what cannot be drawn.
  std::optional<Visual> drawable(const VisualDescription& visual) const {
    const auto mesh = number_.find(visual.mesh);
    const bool is_mesh = visual.kind == VisualKind::mesh;
    if (!problem_of(visual).empty() || (is_mesh && mesh == number_.end())) return std::nullopt;
    return Visual{.kind = visual.kind,
                  .size = vector_of(visual.size),
                  .radius = visual.radius,
                  .length = visual.length,
                  .mesh = is_mesh ? mesh->second : -1,
                  .scale = vector_of(visual.scale),
                  .color = visual.color};
  }

  std::map<std::string, int> number_;
  Visuals visuals_;
};

}  // namespace

Visuals visuals_of(const RobotDescription& robot, const Model& model, RobotMeshes meshes) {
  VisualsMaker maker(std::move(meshes));
  if (model.has_free_base())
    maker.add(robot.base.visuals, {0}, {});
  else
    maker.add(robot.base.visuals, {}, model.parts().X_WBase);
  for (const BodyDescription& body : robot.bodies) {
    const Frame& link = model.frame(model.frame_index(body.name));
    if (maker.add(body.visuals, link.body, link.X_BF)) continue;
    // The joint frame of a link does not depend on where its parent stands, but for screws, whose
    // joints move: there it is the frame of the body itself.
    const Pose<double> X_JL =
        moves(body.joint.type) ? link.X_BF : placement_of(body.joint, {}).X_JL;
    maker.add(visuals_of_shape(body, X_JL), link.body, link.X_BF, true);
  }
  maker.add(robot.scene);
  return maker.take();
}

void add_scene(const RobotDescription& holder, RobotMeshes meshes, Visuals& visuals) {
  VisualsMaker maker(std::move(meshes));
  maker.add(holder.scene);
  Visuals more = maker.take();
  const int before = static_cast<int>(visuals.meshes.size());
  for (SceneObject& object : more.scene) {
    if (object.visual.mesh >= 0) object.visual.mesh += before;
    visuals.scene.push_back(std::move(object));
  }
  for (TriangleMesh& mesh : more.meshes) visuals.meshes.push_back(std::move(mesh));
}

}  // namespace erfd
