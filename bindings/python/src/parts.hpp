// The parts of the module, one a file.
#pragma once

#include "erfd/base/progress.hpp"
#include "erfd/io/json.hpp"

#include <pybind11/pybind11.h>

namespace erfd::python {

void add_robot(pybind11::module_& module);
void add_dynamics(pybind11::module_& module);
void add_kinematics(pybind11::module_& module);
void add_verification(pybind11::module_& module);
void add_analysis(pybind11::module_& module);
void add_simulation(pybind11::module_& module);
void add_studies(pybind11::module_& module);

/// The value as dictionaries, lists, numbers and texts.
pybind11::object to_python(const Json& value);

/// Calls Python back with the share that is done, and lets Ctrl-C through; without the lock held.
Progress progress_of(const pybind11::object& progress);

/// Columns of a motion as rows of an array.
pybind11::object rows_of(const MatrixX<double>& columns);

/// Lets Ctrl-C through in a long call. @throws pybind11::error_already_set
void check_signals();

}  // namespace erfd::python
