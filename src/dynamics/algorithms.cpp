// The list of all algorithms.
#include "erfd/dynamics/algorithms.hpp"

#include "erfd/base/choices.hpp"
#include "erfd/base/error.hpp"
#include "erfd/dynamics/loops/parallel.hpp"
#include "erfd/model/rod_chain.hpp"

#include "dynamics/tree.hpp"

#include <vector>

namespace erfd {
namespace {

constexpr bool yes = true, no = false;

// clang-format off
constexpr AlgorithmInfo list[] = {
    // name            title                                       source  ID   H    FD   trees free base
    {"engine",          "engine: RNEA, CRBA and ABA made for speed", "F08",  yes, yes, yes, yes, yes},
    {"rnea",            "recursive Newton-Euler",                    "K10",  yes, no,  no,  yes, yes},
    {"crba",            "composite rigid bodies",                    "F08",  no,  yes, yes, yes, yes},
    {"aba",             "articulated bodies",                        "K10",  no,  no,  yes, yes, yes},
    {"mrnea",           "modified recursive Newton-Euler",           "KV20", yes, yes, yes, yes, no},
    {"mrnea_expanded",  "the same, expanded as published",           "KV20", yes, yes, yes, no,  no},
    {"walker_orin_1",   "Walker and Orin, method 1",                 "WO82", yes, yes, yes, yes, no},
    {"walker_orin_2",   "Walker and Orin, method 2",                 "WO82", yes, yes, yes, yes, no},
    {"walker_orin_3",   "Walker and Orin, method 3",                 "WO82", yes, yes, yes, yes, no},
    {"walker_orin_4",   "Walker and Orin, method 4",                 "WO82", no,  no,  yes, yes, no},
    {"denoc",           "DeNOC, recursive U D U'",                   "MS07", no,  no,  yes, yes, no},
    {"denoc_rods",      "DeNOC of bent slender rods",                "MS07", no,  no,  yes, no,  no},
    {"lagrange",        "Lagrange by pseudo-inertia traces",         "S",    yes, yes, yes, yes, no},
    {"poe",             "product of exponentials",                   "Fe15", yes, yes, yes, yes, no},
};

constexpr AlgorithmInfo closed_list[] = {
    {"loops_multipliers", "closed loops by multipliers",               "F08", no,  no, yes, yes, yes, yes},
    {"loops_projection",  "closed loops, projection on active joints", "K10", yes, no, yes, yes, yes, yes},
    {"loops_null_space",  "closed loops in minimal coordinates",       "F08", no,  no, yes, yes, yes, yes},
    {"legs",              "parallel robot through its legs",           "K10", yes, no, yes, yes, no,  yes},
};
// clang-format on

/// Why a robot is none of platform and legs.
std::string obstacle_to_legs(const Model& model) {
  try {
    parallel_structure(model);
    return "";
  } catch (const Error& reason) {
    return reason.what();
  }
}

}  // namespace

bool AlgorithmInfo::does(Task task) const {
  switch (task) {
    case Task::inverse_dynamics:
      return inverse_dynamics;
    case Task::inertia_matrix:
      return inertia_matrix;
    case Task::forward_dynamics:
      return forward_dynamics;
  }
  return false;
}

std::string AlgorithmInfo::obstacle(const Model& model) const {
  if (!free_base && model.has_free_base()) return "needs a fixed base";
  if (closes_loops && model.constraints().empty()) return "needs closed loops";
  if (name == "legs") return obstacle_to_legs(model);
  if (const Body* const branch = trees ? nullptr : first_branch(model); branch != nullptr)
    return "needs a serial chain, the robot branches at body '" + branch->name + "'";
  return name == "denoc_rods" ? obstacle_to_rods(model) : "";
}

std::span<const AlgorithmInfo> algorithms() { return list; }
std::span<const AlgorithmInfo> closed_algorithms() { return closed_list; }

const AlgorithmInfo& find_algorithm(std::string_view name) {
  for (const AlgorithmInfo& info : closed_algorithms())
    if (info.name == name) return info;
  std::vector<std::string> known;
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.name == name) return info;
    known.emplace_back(info.name);
  }
  throw Error(unknown_choice("algorithm", name, known));
}

}  // namespace erfd
