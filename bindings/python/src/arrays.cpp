#include "arrays.hpp"

#include "erfd/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace erfd::python {
namespace {

std::string shape_text(const Array& values) {
  std::vector<py::ssize_t> shape(values.shape(), values.shape() + values.ndim());
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

void check_size(const char* function, const StateArgument& argument) {
  const int dimensions = static_cast<int>(argument.values.ndim());
  const bool fits = (dimensions == 1 || dimensions == 2) &&
                    argument.values.shape(dimensions - 1) == argument.size;
  if (!fits)
    throw Error(fmt::format(
        "{}: argument '{}': found shape {}, expected ({},) for one state or (N, {}) for many",
        function, argument.name, shape_text(argument.values), argument.size, argument.size));
}

void check_numbers(const char* function, const StateArgument& argument) {
  const double* const begin = argument.values.data();
  const double* const end = begin + argument.values.size();
  const double* const wrong =
      std::find_if_not(begin, end, [](double x) { return std::isfinite(x); });
  if (wrong == end) return;
  const auto index = wrong - begin;
  throw Error(
      fmt::format("{}: argument '{}': found {} as number {} of state {}, expected finite numbers",
                  function, argument.name, *wrong, index % argument.size, index / argument.size));
}

}  // namespace

StateShape shape_of(const char* function, std::initializer_list<StateArgument> arguments) {
  for (const StateArgument& argument : arguments) check_size(function, argument);
  const StateArgument& first = *arguments.begin();
  StateShape shape;
  shape.many = first.values.ndim() == 2;
  shape.count = shape.many ? first.values.shape(0) : 1;
  for (const StateArgument& argument : arguments) {
    if (argument.values.ndim() != first.values.ndim() ||
        (shape.many && argument.values.shape(0) != shape.count))
      throw Error(fmt::format(
          "{}: argument '{}': found shape {}, but '{}' has {}: as many states are expected",
          function, argument.name, shape_text(argument.values), first.name,
          shape_text(first.values)));
    check_numbers(function, argument);
  }
  return shape;
}

py::array_t<double> results(const StateShape& shape, std::initializer_list<py::ssize_t> of_one) {
  std::vector<py::ssize_t> sizes;
  if (shape.many) sizes.push_back(shape.count);
  sizes.insert(sizes.end(), of_one);
  return py::array_t<double>(sizes);
}

void over_states(py::ssize_t count, int threads, const OverStates& work) {
  if (threads < 1) throw Error(fmt::format("threads: found {}, expected 1 or more", threads));
  const py::gil_scoped_release released;
  const py::ssize_t parts = std::clamp<py::ssize_t>(threads, 1, std::max<py::ssize_t>(count, 1));
  if (parts == 1) return work(0, count);
  std::vector<std::exception_ptr> faults(static_cast<std::size_t>(parts));
  {
    std::vector<std::jthread> running;
    for (py::ssize_t part = 0; part < parts; ++part) {
      running.emplace_back([&, part] {
        try {
          work(count * part / parts, count * (part + 1) / parts);
        } catch (...) {
          faults[static_cast<std::size_t>(part)] = std::current_exception();
        }
      });
    }
  }
  for (const std::exception_ptr& fault : faults)
    if (fault) std::rethrow_exception(fault);
}

void require_finite(const char* function, const py::array_t<double>& values) {
  const double* const begin = values.data();
  if (std::all_of(begin, begin + values.size(), [](double x) { return std::isfinite(x); })) return;
  throw Error(fmt::format(
      "{}: a result is not finite: the robot is singular there, or numbers are too large",
      function));
}

}  // namespace erfd::python
