// States as numpy has them: one state (n,) or many (N, n), a row each, read in place.
#pragma once

#include "erfd/math/types.hpp"

#include <functional>
#include <initializer_list>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace erfd::python {

namespace py = pybind11;

/// Contiguous rows of doubles; any other array is converted by a copy.
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The rows of an argument.
using Row = Eigen::Map<const VectorX<double>>;

/// An argument of a call over states.
struct StateArgument {
  const char* name;
  const Array& values;
  int size;  ///< numbers a state
};

/// How many states the arguments of a call hold.
struct StateShape {
  py::ssize_t count = 1;
  bool many = false;  ///< (N, n), not (n,)
};

/// @throws Error naming the argument if a size is wrong, the numbers of states differ, or a number is
/// not finite.
StateShape shape_of(const char* function, std::initializer_list<StateArgument> arguments);

/// An array for results: shape (rows…) for one state, (N, rows…) for many.
py::array_t<double> results(const StateShape& shape, std::initializer_list<py::ssize_t> of_one);

inline Row row(const Array& values, py::ssize_t k, int size) {
  return Row(values.data() + k * size, size);
}

/// Called for the states from `begin` to `end`; runs without the interpreter's lock.
using OverStates = std::function<void(py::ssize_t begin, py::ssize_t end)>;

/// Runs `work` over all states, on `threads` threads, each with a part of its own. What it throws comes
/// out. @throws Error if `threads` is below 1.
void over_states(py::ssize_t count, int threads, const OverStates& work);

/// @throws Error if a result is not finite: NaN never leaves as success.
void require_finite(const char* function, const py::array_t<double>& values);

}  // namespace erfd::python
