// The parts of the module, one a file.
#pragma once

#include "erfd/io/json.hpp"

#include <pybind11/pybind11.h>

namespace erfd::python {

void add_robot(pybind11::module_& module);
void add_dynamics(pybind11::module_& module);
void add_kinematics(pybind11::module_& module);
void add_verification(pybind11::module_& module);

/// The value as dictionaries, lists, numbers and texts.
pybind11::object to_python(const Json& value);

/// Lets Ctrl-C through in a long call. @throws pybind11::error_already_set
void check_signals();

}  // namespace erfd::python
