// Robots, programs and verification for the server.
#pragma once

#include "input/options.hpp"
#include "server/workbench.hpp"

#include <string>

namespace erfd {

class ServeWorkbench : public server::Workbench {
 public:
  /// @param taken  the robot of the command line, known by its name (none: that of `./run`), and how
  /// all robots are taken
  /// @param program  that the live robot of the command line runs; none: not known
  explicit ServeWorkbench(RobotOptions taken, std::optional<std::string> program = {});

  const std::vector<server::RobotEntry>& robots() const override { return robots_; }
  std::vector<std::string> shipped_programs() const override;
  std::string shipped_program(const std::string& name) const override;
  server::VerifyResult verify(const server::VerifyRequest& request,
                              const Progress& progress) const override;
  server::LiveRobot live_robot(const std::string& name, double period) const override;

 private:
  std::shared_ptr<const Case> running_program(const std::string& robot) const;

  RobotOptions taken_;
  std::optional<std::string> program_;
  std::vector<server::RobotEntry> robots_;
};

/// All of a text file of at most 16 MiB. @throws Error, also if it is a folder.
std::string text_of_file(const std::string& path);

}  // namespace erfd
