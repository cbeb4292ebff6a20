#include "erfd/reproduce/reproduction.hpp"

#include <cmath>
#include <utility>

namespace erfd {
namespace {

bool agrees(const std::optional<double>& one, double other, double tolerance) {
  return one && std::abs(*one - other) <= tolerance;
}

}  // namespace

std::string_view word_of(Standing standing) {
  switch (standing) {
    case Standing::confirmed:
      return "confirmed";
    case Standing::corrected:
      return "corrected";
    case Standing::refuted:
      return "refuted";
    case Standing::not_reproducible:
      break;
  }
  return "not reproducible";
}

ComparedNumber confirmed(std::string what, std::string unit, double printed, double ours,
                         double tolerance) {
  return {std::move(what), std::move(unit),    printed, std::nullopt, ours,
          tolerance,       Standing::confirmed};
}

ComparedNumber corrected(std::string what, std::string unit, double printed, double right,
                         double ours, double tolerance) {
  return {std::move(what), std::move(unit), printed, right, ours, tolerance, Standing::corrected};
}

ComparedNumber refuted(std::string what, std::string unit, double printed, double right,
                       double ours, double tolerance) {
  return {std::move(what), std::move(unit), printed, right, ours, tolerance, Standing::refuted};
}

ComparedNumber checked(std::string what, std::string unit, double right, double ours,
                       double tolerance) {
  return {std::move(what), std::move(unit),    std::nullopt, right, ours,
          tolerance,       Standing::confirmed};
}

ComparedNumber shown(std::string what, std::string unit, double ours) {
  return {std::move(what), std::move(unit), std::nullopt, std::nullopt, ours, 0, std::nullopt};
}

std::optional<Standing> standing_of(const ComparedNumber& n) {
  if (!n.expected) return std::nullopt;
  if (agrees(n.printed, n.ours, n.tolerance)) return Standing::confirmed;
  if (!agrees(n.right, n.ours, n.tolerance)) return Standing::refuted;
  if (!n.printed) return Standing::confirmed;
  return n.expected == Standing::refuted ? Standing::refuted : Standing::corrected;
}

bool is_as_stated(const ComparedNumber& n) {
  if (!std::isfinite(n.ours)) return false;
  return standing_of(n) == n.expected && (!n.right || agrees(n.right, n.ours, n.tolerance));
}

}  // namespace erfd
