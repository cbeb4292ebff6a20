// `erfd info --keys`.
#include "erfd/robot/keys.hpp"

#include "verbs/info.hpp"

#include <fmt/format.h>

namespace erfd {

std::string keys_text(const RobotDescription& robot) {
  std::string text;
  for (const SettableKey& key : list_keys(robot))
    text += key.value ? fmt::format("{} = {}\n", key.path, *key.value)
                      : fmt::format("# {}\n", key.path);
  return text;
}

Json keys_json(const RobotDescription& robot) {
  Json::List list;
  for (const SettableKey& key : list_keys(robot))
    list.emplace_back(
        Json::Object{{"key", key.path}, {"value", key.value ? Json(*key.value) : Json()}});
  return Json::Object{{"robot", robot.name}, {"keys", std::move(list)}};
}

}  // namespace erfd
