// Kinds of cut joints, by which loops are closed. This table is the one place that knows them; the
// equations of their rows are in src/model/loops/cut_rows.hpp.
#pragma once

#include <array>
#include <cstddef>

namespace erfd {

/// What a cut joint leaves free between its frames F (on body A) and G (on body B):
/// revolute: a turn about their common z; prismatic: a travel along it; spherical: any turn about
/// their common origin; universal: turns about z of F and about z of G, which meet at a right angle;
/// planar_position: all but the two positions across z of F, for loops of a plane; fixed: nothing.
enum class CutKind { revolute, prismatic, spherical, universal, planar_position, fixed };

struct CutKindInfo {
  CutKind kind;
  const char* name;  ///< in robot files, tables and documents
  int rows;          ///< freedoms that it takes away
};

inline constexpr std::array<CutKindInfo, 6> cut_kinds{{
    {CutKind::revolute, "revolute", 5},
    {CutKind::prismatic, "prismatic", 5},
    {CutKind::spherical, "spherical", 3},
    {CutKind::universal, "universal", 4},
    {CutKind::planar_position, "planar_position", 2},
    {CutKind::fixed, "fixed", 6},
}};

constexpr const CutKindInfo& info_of(CutKind kind) {
  return cut_kinds[static_cast<std::size_t>(kind)];
}
constexpr int row_count(CutKind kind) { return info_of(kind).rows; }

}  // namespace erfd
