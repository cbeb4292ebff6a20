#include "robot/urdf/tree.hpp"

#include <functional>
#include <queue>
#include <unordered_map>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

using Index = std::unordered_map<std::string, int>;

class TreeFinder {
 public:
  TreeFinder(const Parts& parts, Diagnostics& findings)
      : links_(parts.links), joints_(parts.joints), findings_(findings) {
    tree_.parent_joint.assign(links_.size(), -1);
    tree_.children.resize(links_.size());
  }

  Tree find() {
    const bool distinct = index_names();
    const bool connected = connect();
    if (distinct && connected && find_root()) order_joints();
    return std::move(tree_);
  }

 private:
  /// @returns false if a link has no name of its own: the tree cannot be judged then
  bool index_names() {
    bool distinct = true;
    for (int k = 0; k < static_cast<int>(links_.size()); ++k) {
      distinct &= add_name(link_index_, "link", links_[k].name, links_[k].at, k,
                           [&](int first) { return links_[first].at; });
    }
    Index joint_index;
    for (int k = 0; k < static_cast<int>(joints_.size()); ++k) {
      add_name(joint_index, "joint", joints_[k].joint.name, joints_[k].joint.at, k,
               [&](int first) { return joints_[first].joint.at; });
    }
    return distinct;
  }

  bool add_name(Index& index, const char* kind, const std::string& name, Location at, int k,
                const std::function<Location(int)>& place) {
    if (name.empty()) return true;  // reported where it was read
    const auto [entry, is_new] = index.try_emplace(name, k);
    if (is_new) return true;
    findings_.error("duplicate-name", at,
                    fmt::format("{} '{}': the name is taken by line {}; rename one of them", kind,
                                shown(name), place(entry->second).line));
    return false;
  }

  int find_link(const std::string& name, Location at, const Joint& joint, const char* end) {
    const auto found = link_index_.find(name);
    if (found != link_index_.end()) return found->second;
    if (name.empty()) return -1;  // reported where it was read
    const std::string near = nearest_link(name);
    findings_.error("unknown-link", at,
                    fmt::format("joint '{}': {} link '{}' does not exist; {}",
                                shown(joint.joint.name), end, shown(name),
                                near.empty() ? "add the link or correct the name"
                                             : fmt::format("did you mean '{}'?", shown(near))));
    return -1;
  }

  /// Costs a comparison with every link, so it is done for the first few slips of a file only.
  std::string nearest_link(const std::string& name) {
    if (--searches_left_ < 0) return "";
    std::vector<std::string> known;
    known.reserve(links_.size());
    for (const Link& link : links_) known.push_back(link.name);
    return nearest_word(name, known);
  }

  /// @returns false if an end of a joint is not known: the tree cannot be judged then
  bool connect() {
    bool complete = true;
    for (int k = 0; k < static_cast<int>(joints_.size()); ++k) {
      const Joint& joint = joints_[k];
      const int parent = find_link(joint.parent, joint.parent_at, joint, "parent");
      const int child = find_link(joint.child, joint.child_at, joint, "child");
      tree_.parent_link.push_back(parent);
      tree_.child_link.push_back(child);
      complete = complete && parent >= 0 && child >= 0;
      if (child >= 0 && tree_.parent_joint[child] >= 0) {
        const Joint& first = joints_[tree_.parent_joint[child]];
        findings_.error(
            "two-parents", joint.child_at,
            fmt::format(
                "link '{}': child of joint '{}' (line {}) and of joint '{}'; a link has one "
                "parent, closed loops belong into a robot file ([[loop]])",
                shown(joint.child), shown(first.joint.name), first.joint.at.line,
                shown(joint.joint.name)));
        complete = false;
        continue;
      }
      if (child >= 0) tree_.parent_joint[child] = k;
      if (child >= 0 && parent >= 0) tree_.children[parent].push_back(k);
    }
    return complete;
  }

  bool find_root() {
    std::vector<int> roots;
    for (int k = 0; k < static_cast<int>(links_.size()); ++k) {
      if (tree_.parent_joint[k] < 0) roots.push_back(k);
    }
    const bool no_cycle = report_cycles(roots);
    for (std::size_t k = 1; k < roots.size(); ++k) {
      findings_.error("two-roots", links_[roots[k]].at,
                      fmt::format("link '{}': no joint has it as child, as '{}' (line {}); a robot "
                                  "has one root, join them by a joint",
                                  shown(links_[roots[k]].name), shown(links_[roots[0]].name),
                                  links_[roots[0]].at.line));
    }
    if (!no_cycle || roots.size() != 1) return false;
    tree_.root = roots[0];
    return true;
  }

  /// Each link has one parent here, so the links that no root reaches hang on cycles.
  bool report_cycles(const std::vector<int>& roots) {
    std::vector<int> visit(links_.size(), 0);  // 1: reached from a root; others: number of a walk
    std::vector<int> stack = roots;
    while (!stack.empty()) {
      const int link = stack.back();
      stack.pop_back();
      visit[link] = 1;
      for (const int joint : tree_.children[link]) stack.push_back(tree_.child_link[joint]);
    }
    bool none = true;
    int walk = 1;
    for (int k = 0; k < static_cast<int>(links_.size()); ++k) {
      if (visit[k] != 0) continue;
      ++walk;
      int link = k;
      for (; visit[link] == 0; link = tree_.parent_link[tree_.parent_joint[link]]) {
        visit[link] = walk;
      }
      if (visit[link] == walk) report_cycle(link);
      none = false;
    }
    return none;
  }

  void report_cycle(int start) {
    constexpr int longest = 6;
    std::string path = shown(links_[start].name);
    int link = start, length = 0;
    do {
      link = tree_.parent_link[tree_.parent_joint[link]];
      if (++length < longest || link == start) {
        path = fmt::format("{} -> {}", shown(links_[link].name), path);
      } else if (length == longest) {
        path = "... -> " + path;
      }
    } while (link != start);
    const Joint& joint = joints_[tree_.parent_joint[start]];
    findings_.error("cycle", joint.joint.at,
                    fmt::format("joint '{}': it closes a cycle of links: {}; a URDF is a tree",
                                shown(joint.joint.name), path));
  }

  /// Of all joints whose parent is placed, the first in the file comes next.
  void order_joints() {
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    const auto make_ready = [&](int link) {
      for (const int joint : tree_.children[link]) ready.push(joint);
    };
    make_ready(tree_.root);
    while (!ready.empty()) {
      const int joint = ready.top();
      ready.pop();
      tree_.order.push_back(joint);
      make_ready(tree_.child_link[joint]);
    }
  }

  const std::vector<Link>& links_;
  const std::vector<Joint>& joints_;
  Diagnostics& findings_;
  Index link_index_;
  int searches_left_ = 20;
  Tree tree_;
};

}  // namespace

Tree find_tree(const Parts& parts, Diagnostics& findings) {
  return TreeFinder(parts, findings).find();
}

}  // namespace erfd::urdf
