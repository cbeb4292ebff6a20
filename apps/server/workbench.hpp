// What the studio needs of the command: robots, programs, verification.
#pragma once

#include "erfd/base/diagnostics.hpp"
#include "erfd/base/progress.hpp"
#include "erfd/drives/drives.hpp"
#include "erfd/verification/case.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace erfd::server {

struct RobotEntry {
  std::string name, title;
  int axes = 0;
  std::vector<std::string> tools;  ///< names that a request may choose from; the first is in use
};

/// A program and what the page may change about the robot that runs it.
struct VerifyRequest {
  std::string robot;         ///< one of Workbench::robots()
  std::string program_name;  ///< for messages
  std::string program_text;
  std::optional<double> payload_kg;  ///< point mass in the tool frame
  std::optional<std::string> tool;
  double speed_scale = 1;  ///< override, as on a teach pendant
};

/// A document "erfd-run/1"; or why there is none: findings of the program or the robot file, or a
/// sentence.
struct Document {
  std::string text;
};
using VerifyResult = std::variant<Document, Diagnostics, std::string>;

/// A robot that live samples are about.
struct LiveRobot {
  Model model;
  std::optional<Drives> drives;  ///< none: torques are those of the joints
  std::string document;          ///< "erfd-run/1" of kind live
  /// The program that it runs, planned; none where the server was not told.
  std::shared_ptr<const Case> program = {};
};

class Workbench {
 public:
  virtual ~Workbench() = default;
  virtual const std::vector<RobotEntry>& robots() const = 0;
  virtual std::vector<std::string> shipped_programs() const = 0;
  /// @throws Error if there is none of that name.
  virtual std::string shipped_program(const std::string& name) const = 0;
  /// On a thread of its own. What `progress` throws comes out.
  /// @param progress  called now and then with the share that is done
  virtual VerifyResult verify(const VerifyRequest& request, const Progress& progress) const = 0;
  /// @param name  one of robots()
  /// @param period  of the source [s]
  /// @throws Error if the robot cannot be shown.
  virtual LiveRobot live_robot(const std::string& name, double period) const = 0;
};

}  // namespace erfd::server
