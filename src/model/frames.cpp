#include "erfd/model/frames.hpp"

#include "erfd/base/error.hpp"

#include <optional>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr const char* flange_names[] = {"tool0", "flange"};

/// The first frame that is called so and moves; with `body`, on it.
std::optional<FrameIndex> named(const Model& model, const char* name,
                                std::optional<BodyIndex> body = {}) {
  for (int i = 0; i < static_cast<int>(model.frames().size()); ++i) {
    const Frame& frame = model.frame({i});
    if (frame.name == name && !frame.body.is_world() && (!body || frame.body == *body))
      return FrameIndex{i};
  }
  return std::nullopt;
}

/// The body that the tool sits on.
BodyIndex carrier_of(const Model& model) {
  const int tool = model.parts().default_tool;
  if (tool >= 0 && !model.frame({tool}).body.is_world()) return model.frame({tool}).body;
  for (const char* const name : flange_names)
    if (const auto frame = named(model, name)) return model.frame(*frame).body;
  return {model.body_count() - 1};
}

}  // namespace

FrameIndex flange_of(const Model& model) {
  const BodyIndex carrier = carrier_of(model);
  for (const char* const name : flange_names)
    if (const auto frame = named(model, name, carrier)) return *frame;
  for (int i = 0; i < static_cast<int>(model.frames().size()); ++i)
    if (!carrier.is_world() && model.frame({i}).body == carrier) return {i};
  throw Error(
      fmt::format("model '{}': has no flange and no frame that could be a tool; add [[tool]] to "
                  "the robot file",
                  model.name()));
}

bool is_on_flange(const Model& model, FrameIndex frame) {
  return model.frame(frame).body == model.frame(flange_of(model)).body;
}

Pose<double> in_flange(const Model& model, FrameIndex frame) {
  const Frame &f = model.frame(frame), &flange = model.frame(flange_of(model));
  if (f.body != flange.body)
    throw Error(
        fmt::format("model '{}': frame '{}' is not fixed to the flange '{}'; a tool must "
                    "sit on the last moving body or on a body fixed to it",
                    model.name(), f.name, flange.name));
  return flange.X_BF.inverse() * f.X_BF;
}

}  // namespace erfd
