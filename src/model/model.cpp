#include "erfd/model/model.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/error.hpp"
#include "erfd/math/rotation.hpp"
#include "erfd/model/frames.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace erfd {
namespace {

[[noreturn]] void unknown(const std::string& model, const char* what, std::string_view name,
                          const std::vector<std::string>& known) {
  throw Error(fmt::format("model '{}': no {} '{}'{} (known: {})", model, what, name,
                          did_you_mean(name, known), fmt::join(known, ", ")));
}

}  // namespace

Model::Model(Parts parts) : parts_(std::move(parts)) {
  for (int i = 0; i < body_count(); ++i) {
    Body& body = parts_.bodies[static_cast<std::size_t>(i)];
    if (body.parent.value >= i) {
      throw Error(fmt::format("model '{}': body '{}' stands before its parent", name(), body.name));
    }
    if (!moves(body.kind)) {
      throw Error(
          fmt::format("model '{}': body '{}' is fixed, expected a joint that moves; add its "
                      "inertia to its parent",
                      name(), body.name));
    }
    if (body.is_free() && i > 0) {
      throw Error(fmt::format("model '{}': body '{}' is free, but only the base can be", name(),
                              body.name));
    }
    body.q_index = nq_;
    body.v_index = nv_;
    nq_ += position_count(body.kind);
    nv_ += velocity_count(body.kind);
  }
  has_free_base_ = body_count() > 0 && parts_.bodies.front().is_free();
  for (const JointSpring& spring : parts_.springs) {
    const int i = spring.body.value;
    if (i < 0 || i >= body_count() || body(spring.body).is_free())
      throw Error(fmt::format("model '{}': a spring stands at body {}, expected one behind a joint",
                              name(), i));
    if (!(spring.stiffness >= 0) || !(spring.damping >= 0) || !std::isfinite(spring.stiffness) ||
        !std::isfinite(spring.damping) || !std::isfinite(spring.rest))
      throw Error(fmt::format(
          "model '{}': spring of joint '{}': stiffness {:g}, damping {:g}, rest "
          "{:g}, expected finite numbers, the first two of 0 or more",
          name(), body(spring.body).joint, spring.stiffness, spring.damping, spring.rest));
  }
}

FrameIndex Model::frame_index(std::string_view name) const {
  std::vector<std::string> known;
  for (int i = 0; i < static_cast<int>(frames().size()); ++i) {
    if (frame({i}).name == name) return {i};
    known.push_back(frame({i}).name);
  }
  unknown(this->name(), "frame", name, known);
}

BodyIndex Model::body_index(std::string_view name) const {
  std::vector<std::string> known;
  for (int i = 0; i < body_count(); ++i) {
    if (body({i}).name == name || body({i}).joint == name) return {i};
    known.push_back(body({i}).name);
  }
  unknown(this->name(), "body or joint", name, known);
}

FrameIndex Model::tool() const {
  if (parts_.default_tool >= 0) return {parts_.default_tool};
  const BodyIndex carrier = frame(flange_of(*this)).body;
  int last = static_cast<int>(frames().size()) - 1;
  while (frame({last}).body != carrier) --last;
  return {last};
}

VectorX<double> Model::neutral() const {
  VectorX<double> q = VectorX<double>::Zero(nq_);
  if (!has_free_base_) return q;
  const auto [w, x, y, z] = quaternion_of(parts_.X_WBase.R);
  q.head<4>() << w, x, y, z;
  q.segment<3>(4) = parts_.X_WBase.p;
  return q;
}

VectorX<double> Model::start() const {
  VectorX<double> q = neutral();
  for (const Body& body : joints()) q[body.q_index] = body.start;
  return q;
}

int Model::constraint_rows() const {
  int rows = static_cast<int>(following().size());
  for (const CutJoint& cut : constraints()) rows += row_count(cut.kind);
  return rows;
}

double Model::moving_mass() const {
  double mass = 0;
  for (const Body& body : bodies()) mass += body.I_B.mass;
  return mass;
}

Model Model::with_payload(FrameIndex index, const Payload& payload) const {
  const Frame& f = frame(index);
  Parts parts = parts_;
  if (!f.body.is_world()) {
    parts.bodies[static_cast<std::size_t>(f.body.value)].I_B +=
        Inertia::about_com(payload.mass, payload.com, payload.I_com).moved(f.X_BF);
  }
  return Model(std::move(parts));
}

}  // namespace erfd
