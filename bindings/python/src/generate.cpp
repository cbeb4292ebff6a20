// The module `erfd._generate`: code of one robot. Apart from _core, since it needs all algorithms once more for numbers
// that record.
#include "erfd/generate/write_code.hpp"
#include "erfd/model/robot_choice.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;

namespace erfd::python {
namespace {

RobotFunction function_of(const std::string& word) {
  std::vector<std::string_view> words;
  for (const RobotFunction function : robot_functions()) {
    if (word_of(function) == word) return function;
    words.push_back(word_of(function));
  }
  throw Error(fmt::format("generate: argument 'functions': found '{}', expected some of {}", word,
                          fmt::join(words, ", ")));
}

std::string generate(const std::string& robot, const std::vector<std::string>& settings,
                     const std::vector<std::string>& functions, const std::string& language,
                     const std::string& name, bool single_precision, bool batch) {
  CodeSettings code;
  code.language = code_language(language);
  code.single_precision = single_precision;
  code.batch = batch;
  code.name = name;
  code.origin = robot;
  std::vector<RobotFunction> wanted;
  for (const std::string& word : functions) wanted.push_back(function_of(word));
  const py::gil_scoped_release released;
  return write_code(choose_robot({.robot = robot, .settings = settings}).model(), wanted, code);
}

}  // namespace
}  // namespace erfd::python

PYBIND11_MODULE(_generate, module) {
  using py::arg;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const erfd::Error& e) {
      const py::object type = py::module_::import("erfd._core").attr("Error");
      PyErr_SetString(type.ptr(), e.what());
    }
  });
  module.def("generate", &erfd::python::generate, arg("robot"), arg("settings"), arg("functions"),
             arg("language"), arg("name"), arg("single_precision"), arg("batch"));
}
