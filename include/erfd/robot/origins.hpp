// Where the numbers of a robot file come from.
#pragma once

#include "erfd/robot/robot_description.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// Origin of one number or list of a robot file.
struct NumberOrigin {
  std::string owner;     ///< "body l1", "joint j1", "drive m1", "tool torch", "base"
  std::string quantity;  ///< "mass", "range", "rotor inertia"
  Provenance from;
};

/// How certain a number is: "measured" on a machine, "published", "estimated", or "not said" where the
/// file names no source.
std::string_view origin_of(const Provenance& from);

/// How many numbers there are of each kind.
struct OriginCounts {
  int measured = 0, published = 0, estimated = 0, unsaid = 0;
  int all() const { return measured + published + estimated + unsaid; }
};
OriginCounts count_origins(const std::vector<NumberOrigin>& origins);

/// Every number that the description gives, in file order.
std::vector<NumberOrigin> origins(const RobotDescription& robot);

/// Numbers of one source. An empty source means that the file does not say.
struct SourceCount {
  std::string source;
  int numbers = 0;
};

/// The sources in the order in which they first appear.
std::vector<SourceCount> sources(const std::vector<NumberOrigin>& origins);

/// What the file says about numbers of one owner.
struct Remark {
  std::string owner;
  std::string quantities;  ///< "mass, com, inertia"
  std::string note;
};

/// Remarks on the numbers that are estimated (all of them), or on those that are not (where there
/// is a note), grouped by owner and note.
std::vector<Remark> remarks(const std::vector<NumberOrigin>& origins, bool estimated);

}  // namespace erfd
