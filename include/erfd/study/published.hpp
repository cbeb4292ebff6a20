// Operation counts as the papers print them.
#pragma once

#include "erfd/dynamics/algorithms.hpp"
#include "erfd/study/count.hpp"
#include "erfd/study/polynomial.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace erfd {

/// One row of a printed table. M counts multiplications and divisions, A additions and
/// subtractions.
struct PublishedCount {
  std::string_view method;
  std::string_view algorithm;   ///< our algorithm of the same kind
  std::string_view source;  ///< tag of docs/references.md
  std::string_view place;   ///< "Table 1"
  Task task = Task::forward_dynamics;
  std::optional<int> joints;     ///< printed for; none: for every n
  std::optional<int> right_for;  ///< the number of joints that the figures really belong to
  std::optional<Polynomial> multiplications, additions;
  std::optional<long> operations;  ///< where only their sum is printed
  PoseCost poses = PoseCost::given;
  std::string_view remark;

  /// Multiplications and additions together, for n joints.
  long total(int n) const;
};

/// All rows, in the order of the papers.
const std::vector<PublishedCount>& published_counts();

/// The rows of a task that are printed for n joints, formulas included.
std::vector<PublishedCount> published_counts(Task task, int joints);

}  // namespace erfd
