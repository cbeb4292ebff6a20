#include "foxglove.hpp"

#include "erfd/dynamics/kinematics.hpp"
#include "erfd/io/json.hpp"

#include <Eigen/Geometry>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace erfd::server {
namespace {

using Value = nlohmann::json;

constexpr std::uint32_t joints_channel = 1, transforms_channel = 2;

constexpr const char* server_info =
    R"({"op":"serverInfo","name":"erfd","capabilities":[],"supportedEncodings":["json"],"metadata":{}})";

/// JSON schemas as text inside JSON: the protocol wants them so.
std::string advertise() {
  const std::string list = R"({"type":"array","items":{"type":"number"}})";
  const std::string vector =
      R"({"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}})";
  const std::string rotation =
      R"({"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}})";
  const std::string time =
      R"({"type":"object","title":"time","properties":{"sec":{"type":"integer"},"nsec":{"type":"integer"}}})";
  const std::string sample = fmt::format(
      R"({{"type":"object","properties":{{"t_s":{{"type":"number"}},"q":{0},"qd":{0},"qdd":{0},"ua":{0},"ua_model":{0},"ua_difference":{0}}}}})",
      list);
  const std::string transforms = fmt::format(
      R"({{"type":"object","properties":{{"transforms":{{"type":"array","items":{{"type":"object","properties":{{"timestamp":{},"parent_frame_id":{{"type":"string"}},"child_frame_id":{{"type":"string"}},"translation":{},"rotation":{}}}}}}}}}}})",
      time, vector, rotation);
  return fmt::format(
      R"({{"op":"advertise","channels":[{{"id":{},"topic":"/erfd/joints","encoding":"json","schemaName":"erfd.JointSample","schema":{},"schemaEncoding":"jsonschema"}},{{"id":{},"topic":"/tf","encoding":"json","schemaName":"foxglove.FrameTransforms","schema":{},"schemaEncoding":"jsonschema"}}]}})",
      joints_channel, json_quoted(sample), transforms_channel, json_quoted(transforms));
}

void append_little_endian(std::string& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xff);
}

std::string message_data(std::uint32_t subscription, std::uint64_t time_ns,
                         const std::string& payload) {
  std::string bytes(1, '\x01');
  append_little_endian(bytes, subscription, 4);
  append_little_endian(bytes, time_ns, 8);
  return bytes + payload;
}

/// The frames of the robot file in the world, as `erfd fk --all` has them.
std::string transforms_of(const Model& model, const VectorX<double>& q, std::uint64_t time_ns) {
  Workspace ws(model);
  std::vector<Pose<double>> bodies(static_cast<std::size_t>(model.body_count()));
  body_poses(model, ws, q, bodies);
  std::string list;
  for (const Frame& frame : model.frames()) {
    const bool moves = frame.body.value >= 0;
    const Pose<double> X =
        moves ? bodies[static_cast<std::size_t>(frame.body.value)] * frame.X_BF : frame.X_BF;
    const Eigen::Quaterniond r(X.R);
    list += fmt::format(
        R"({}{{"timestamp":{{"sec":{},"nsec":{}}},"parent_frame_id":"world","child_frame_id":{},"translation":{{"x":{:.9g},"y":{:.9g},"z":{:.9g}}},"rotation":{{"x":{:.9g},"y":{:.9g},"z":{:.9g},"w":{:.9g}}}}})",
        list.empty() ? "" : ",", time_ns / 1'000'000'000, time_ns % 1'000'000'000,
        json_quoted(frame.name), X.p.x(), X.p.y(), X.p.z(), r.x(), r.y(), r.z(), r.w());
  }
  return fmt::format(R"({{"transforms":[{}]}})", list);
}

/// A number of the protocol, or none.
std::optional<std::uint32_t> id_of(const Value& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 0xffffffffu) return std::nullopt;
  return value.get<std::uint32_t>();
}

}  // namespace

void Foxglove::opened(const PeerPtr& peer) {
  subscriptions_[peer];
  peer->send(std::string(server_info), Delivery::must);
  peer->send(advertise(), Delivery::must);
}

bool Foxglove::received(const PeerPtr& peer, std::string_view text) {
  const Value message = Value::parse(text, nullptr, false);
  if (!message.is_object()) return false;
  Subscriptions& mine = subscriptions_[peer];
  const std::string op = message.value("op", Value()).is_string() ? message["op"] : "";
  if (op == "subscribe" && message.contains("subscriptions"))
    for (const Value& wish : message["subscriptions"]) {
      if (!wish.is_object()) return false;
      const auto id = id_of(wish.value("id", Value()));
      const auto channel = id_of(wish.value("channelId", Value()));
      if (!id || !channel || mine.size() >= most_subscriptions) return false;
      mine[*id] = *channel;
    }
  if (op == "unsubscribe" && message.contains("subscriptionIds"))
    for (const Value& number : message["subscriptionIds"])
      if (const auto id = id_of(number)) mine.erase(*id);
  return true;  // what else viewers ask for is not offered, and they know
}

void Foxglove::send(const Model& model, const LiveView& view, std::uint64_t time_ns) {
  std::string joints, transforms;  // made when somebody wants them
  for (const auto& [peer, subscriptions] : subscriptions_)
    for (const auto& [id, channel] : subscriptions) {
      if (channel == joints_channel && joints.empty()) joints = live_object(view);
      if (channel == transforms_channel && transforms.empty())
        transforms = transforms_of(model, view.sample.q, time_ns);
      const std::string* const payload = channel == joints_channel       ? &joints
                                         : channel == transforms_channel ? &transforms
                                                                         : nullptr;
      if (payload != nullptr) peer->send(message_data(id, time_ns, *payload), Delivery::live, true);
    }
}

}  // namespace erfd::server
