// A motion from a file: states in time.
#pragma once

#include "erfd/io/states.hpp"

namespace erfd {

/// As read_states_csv(), and a finding for every time that is missing or does not rise. Velocities
/// and accelerations stay zero where the file has none.
ReadStates read_motion_csv(std::string_view text, const std::string& file_name, const Model& model);

/// Reads a motion by the extension of the file (.csv, .json). Velocities that the file does not
/// give are the derivatives of a cubic spline through the positions; accelerations those of one
/// through the velocities, where the file gives them, else its second ones. Such a velocity below a
/// thousandth of the joint's largest is rest, 0, so that rounding directs no friction. has_qd and has_qdd tell
/// what the file gives. Findings as of states, and: times that are missing or do not rise, one
/// sample without velocities, a free base without velocities or accelerations.
///
/// in_cycles: the file gives velocities and accelerations, and each sample k has
/// q_k = q_{k−1} + qd_k Δt and qd_k = qd_{k−1} + qdd_{k−1} Δt, as `erfd plan` and `erfd verify` write
/// them: the cycle that starts with sample k runs with qdd_k and ends with the velocities of the next.
ReadStates read_motion_file(const std::string& path, const Model& model);

/// The same of a text: JSON where it begins with '{', else CSV.
ReadStates read_motion_text(std::string_view text, const std::string& file_name,
                            const Model& model);

/// The velocities that friction follows while sample k acts: those at the end of its cycle where the
/// motion runs in cycles, as in verify(), else its own.
VectorX<double> friction_velocities(const ReadStates& motion, std::size_t k);
/// The time to the next sample, behind the last one that from the sample before [s].
double cycle_time(const ReadStates& motion, std::size_t k);

}  // namespace erfd
