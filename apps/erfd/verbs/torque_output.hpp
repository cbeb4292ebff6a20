// What `erfd torque` prints.
#pragma once

#include "erfd/base/text.hpp"
#include "erfd/io/json.hpp"
#include "erfd/report/torque_summary.hpp"

#include <string>

namespace erfd {

struct TorquePage {
  const LoadedRobot& robot;
  const TorqueSummary& summary;
  const std::string& motion;            ///< name of the file
  std::optional<double> heaviest = {};  ///< payload of a file that says what is carried [kg]
};

std::string torque_text(const TorquePage& page, const TextStyle& style);
Json torque_json(const TorquePage& page);

}  // namespace erfd
