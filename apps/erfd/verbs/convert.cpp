// erfd convert: robot files from one format to the other.
#include "erfd/model/describe.hpp"
#include "erfd/model/lint.hpp"
#include "erfd/robot/read.hpp"

#include "input/robot_input.hpp"
#include "input/standard_input.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

enum class Format { toml, urdf };

/// Of standard input nobody knows the name: it is TOML more often.
Format other_than(const std::string& file) {
  return file.ends_with(".toml") || file == standard_input_name ? Format::urdf : Format::toml;
}

std::optional<Format> by_extension(const std::string& path) {
  if (path.ends_with(".toml")) return Format::toml;
  if (path.ends_with(".urdf") || path.ends_with(".xml")) return Format::urdf;
  return std::nullopt;
}

Format wanted_format(const ConvertOptions& options, const std::string& input) {
  if (options.to && *options.to != "toml" && *options.to != "urdf")
    throw Error(fmt::format("--to: '{}' is no format; toml or urdf was expected", *options.to));
  const bool named = options.out && *options.out != standard_stream;
  const auto by_name = named ? by_extension(*options.out) : std::nullopt;
  if (!options.to) {
    if (named && !by_name)
      throw Error(fmt::format(
          "-o {}: the name does not say the format; end it in .toml or .urdf, or add --to",
          *options.out));
    return by_name ? *by_name : options.placement ? Format::toml : other_than(input);
  }
  const Format format = *options.to == "toml" ? Format::toml : Format::urdf;
  if (by_name && *by_name != format)
    throw Error(fmt::format("-o {}: the name contradicts --to {}", *options.out, *options.to));
  return format;
}

/// Accepted findings have no place in a URDF, and a shape may be thin where plain numbers may not.
void talk_about_reading_back(const std::string& text, Format format) {
  ReadResult back = format == Format::toml ? read_robot_toml(text, "") : read_robot_urdf(text, "");
  if (!back.findings.has_errors()) lint(back.robot, back.findings);
  const int errors = back.findings.count(Severity::error);
  if (errors > 0)
    talk(fmt::format("`erfd lint` finds {} in the result; the original accepts or avoids them",
                     counted(static_cast<std::size_t>(errors), "error")));
}

std::string text_of(const RobotDescription& robot, Format format, bool placement) {
  if (format == Format::toml)
    return write_robot_toml(placement ? describe_by_placement(robot) : robot);
  Diagnostics lost(robot.file);
  std::string text = write_robot_urdf(describe_by_placement(robot), lost);
  for (const Diagnostic& part : lost.all()) talk(to_string(part, robot.file));
  return text;
}

}  // namespace

int run_convert(const ConvertOptions& options) {
  if (options.robot.robot == "program") return convert_program(options);
  if (!options.of_program.empty())
    throw Error(
        fmt::format("unknown argument '{}'; `erfd convert program ROBOT PROGRAM` writes a "
                    "program in another language",
                    options.of_program.front()));
  const ChosenRobot robot = described_robot(options.robot);
  count_warnings(robot.findings, robot.description.name, options.robot.robot);
  const Format format = wanted_format(options, robot.description.file);
  const std::string text = text_of(robot.description, format, options.placement);
  talk_about_reading_back(text, format);
  write_file(options.out.value_or(standard_stream), text, options.force);
  if (options.out) talk_about_file(*options.out);
  return exit_fine;
}

}  // namespace erfd
