// erfd info ROBOT --base-parameters: what of its inertias a robot's motion can tell.
#include "erfd/dynamics/base_parameters.hpp"
#include "erfd/model/build.hpp"
#include "erfd/report/table.hpp"

#include "output/output.hpp"
#include "verbs/info.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

std::string unit_of_parameter(int parameter) {
  const int k = parameter % parameters_of_a_body;
  return k == 0 ? "kg" : k < 4 ? "kg m" : "kg m^2";
}

std::string names_of_parameters(const std::vector<int>& parameters) {
  std::string list;
  for (const int k : parameters) list += (list.empty() ? "" : ", ") + parameter_name(k);
  return list;
}

std::string base_parameter_page(const Model& model, const BaseParameters& found) {
  const TextStyle style = stdout_style();
  std::vector<std::string> names, units, formulas;
  std::vector<std::optional<double>> values;
  for (const BaseParameter& p : found.base) {
    names.push_back(p.name);
    units.push_back(unit_of_parameter(p.parameter));
    values.emplace_back(p.value);
  }
  Table table;
  table.text("parameter", names).data("value", "", values).text("unit", units);
  std::string text =
      headed("Base parameters",
             fmt::format("{} of {} inertial parameters determine the torques; all others are added "
                         "to them or without effect",
                         found.base.size(), found.grouping.cols()),
             style) +
      model.name() + "\n\n" + table.layout(style) + '\n' + bold("What is added to what", style) +
      "\nBodies are counted from 1; all about the origin of the body frame (z: the joint), in its "
      "axes.\n\n";
  for (const BaseParameter& p : found.base)
    if (p.formula != p.name) text += wrapped(p.formula, style.width, 4) + '\n';
  if (!found.without_effect.empty())
    text += '\n' + bold("Without effect", style) + "\n" +
            wrapped(names_of_parameters(found.without_effect), style.width) + '\n';
  return text;
}

Json base_parameter_json(const Model& model, const BaseParameters& found) {
  Json::List list, bodies, without;
  for (const BaseParameter& p : found.base)
    list.push_back(Json::Object{{"name", p.name},
                                {"value", p.value},
                                {"unit", unit_of_parameter(p.parameter)},
                                {"formula", p.formula}});
  for (const Body& body : model.bodies()) bodies.push_back(body.name);
  for (const int k : found.without_effect) without.push_back(parameter_name(k));
  return Json::Object{{"robot", model.name()},
                      {"bodies", std::move(bodies)},
                      {"base_parameters", std::move(list)},
                      {"without_effect", std::move(without)}};
}

}  // namespace

void print_base_parameters(const Model& model, bool json) {
  const BaseParameters found = base_parameters(model);
  print(json ? base_parameter_json(model, found).text() + '\n' : base_parameter_page(model, found));
}

}  // namespace erfd
