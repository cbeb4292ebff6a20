// The module `erfd._core`: the library's front door, thin.
#include "erfd/base/error.hpp"

#include "parts.hpp"

#include <pybind11/numpy.h>

namespace py = pybind11;

namespace erfd::python {

py::object to_python(const Json& value) {
  return py::module_::import("json").attr("loads")(value.text());
}

Progress progress_of(const py::object& progress) {
  return [progress](double share) {
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress.is_none()) progress(share);
  };
}

py::object rows_of(const MatrixX<double>& columns) {
  py::array_t<double> rows({columns.cols(), columns.rows()});
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      rows.mutable_data(), columns.cols(), columns.rows()) = columns.transpose();
  return rows;
}

void check_signals() {
  const py::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace erfd::python

PYBIND11_MODULE(_core, module) {
  module.attr("__version__") = ERFD_VERSION;
  py::exception<erfd::Error>& error =
      py::register_exception<erfd::Error>(module, "Error", PyExc_ValueError);
  error.attr("__module__") = "erfd";
  error.attr("__doc__") = "Broken input; the text names place, thing, what was found and the cure.";
  erfd::python::add_robot(module);
  erfd::python::add_dynamics(module);
  erfd::python::add_kinematics(module);
  erfd::python::add_verification(module);
  erfd::python::add_analysis(module);
  erfd::python::add_simulation(module);
  erfd::python::add_studies(module);
}
