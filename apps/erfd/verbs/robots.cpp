// erfd robots: the robots that can be called by name.
#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/robot/read.hpp"

#include "output/output.hpp"
#include "verbs/verbs.hpp"

namespace erfd {

int run_robots(const RobotsOptions& options) {
  Json::List list;
  std::string lines;
  std::size_t widest = 0;
  const std::vector<std::string> names = known_robots();
  for (const std::string& name : names) widest = std::max(widest, display_width(name));
  for (const std::string& name : names) {
    const ReadResult read = read_robot_file(find_robot(name));
    const std::string title = read.findings.has_errors()
                                  ? "cannot be used; `erfd lint " + name + "` says why"
                                  : read.robot.title;
    list.emplace_back(Json::Object{{"name", name}, {"title", title}});
    lines += name + std::string(widest - display_width(name) + 2, ' ') +
             wrapped(title, stdout_style().width, static_cast<int>(widest) + 2,
                     static_cast<int>(widest) + 2) +
             '\n';
  }
  print(options.json ? Json(Json::Object{{"robots", std::move(list)}}).text() + '\n' : lines);
  return exit_fine;
}

}  // namespace erfd
