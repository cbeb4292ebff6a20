// erfd drives ROBOT --rotors: rotors as bodies against rotors that only add K^T I_a K.
#include "erfd/base/error.hpp"
#include "erfd/drives/rotors.hpp"
#include "erfd/io/joint_units.hpp"
#include "erfd/report/table.hpp"

#include "output/output.hpp"
#include "verbs/drives.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

std::string text_of(const ModelledRobot& robot, const std::vector<RotorShare>& shares,
                    int samples) {
  std::vector<std::string> names, units, percent;
  Table::OptionalNumbers needed, left_out, most;
  const std::vector<Coordinate> efforts = coordinates(robot.model, Quantity::effort);
  for (std::size_t j = 0; j < shares.size(); ++j) {
    names.push_back(efforts[j].name);
    units.push_back(efforts[j].unit);
    needed.emplace_back(shares[j].needed);
    left_out.emplace_back(shares[j].left_out);
    most.emplace_back(shares[j].most_left_out);
    percent.push_back(fmt::format("{:.2f}", 100 * shares[j].left_out / shares[j].needed));
  }
  return fmt::format("{}: rotors as bodies against their reflected inertia, {} random states\n\n",
                     robot.model.name(), samples) +
         Table()
             .text("joint", names)
             .text("unit", units)
             .data("needed, rms", "", needed, 4)
             .data("left out, rms", "", left_out, 3)
             .right("share", "%", percent)
             .data("at most", "", most, 3)
             .layout(stdout_style()) +
         '\n' +
         wrapped(
             "Left out: what the spin of a rotor and the turning of the body that carries it do to "
             "each other. Its mass counts as that body's.",
             stdout_style().width) +
         '\n';
}

Json json_of(const ModelledRobot& robot, const std::vector<RotorShare>& shares, int samples) {
  Json::List joints;
  const std::vector<Coordinate> efforts = coordinates(robot.model, Quantity::effort);
  for (std::size_t j = 0; j < shares.size(); ++j)
    joints.emplace_back(Json::Object{{"joint", efforts[j].name},
                                     {"unit", efforts[j].unit},
                                     {"needed_rms", shares[j].needed},
                                     {"left_out_rms", shares[j].left_out},
                                     {"left_out_most", shares[j].most_left_out}});
  return Json::Object{
      {"robot", robot.model.name()}, {"states", samples}, {"joints", std::move(joints)}};
}

}  // namespace

int show_rotors(const DrivesOptions& options) {
  if (options.svg) throw Error("--svg: found together with --rotors, which draws nothing");
  if (options.samples < 1)
    throw Error(fmt::format("--samples is {}, expected 1 or more", options.samples));
  const ModelledRobot robot = build_model(options.robot);
  const Drives drives = drives_of(robot);
  if (!drives.is_constant())
    throw Error(
        fmt::format("{}: --rotors: its mechanisms change the ratios with the position, expected "
                    "constant ratios",
                    robot.model.name()));
  const GearedRotors exact = make_rotors(robot.chosen.description, robot.model, drives);
  const auto shares = survey_rotors(exact, robot.model, drives, options.samples);
  print(options.json ? json_of(robot, shares, options.samples).text() + '\n'
                     : text_of(robot, shares, options.samples));
  return exit_fine;
}

}  // namespace erfd
