// erfd generate: straight-line code of one robot.
#include "erfd/generate/write_code.hpp"
#include "erfd/report/table.hpp"

#include "input/robot_input.hpp"
#include "output/output.hpp"
#include "verbs/verbs.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

std::vector<RobotFunction> functions_of(const std::string& list) {
  std::vector<std::string> words;
  for (const RobotFunction f : robot_functions()) words.emplace_back(word_of(f));
  std::vector<RobotFunction> functions;
  for (const std::string& word : names_in(list)) {
    const auto known = std::find(words.begin(), words.end(), word);
    if (known == words.end())
      throw Error(
          fmt::format("--function: found '{}', expected some of {}", word, fmt::join(words, ",")));
    const RobotFunction function = robot_functions()[known - words.begin()];
    if (std::find(functions.begin(), functions.end(), function) == functions.end())
      functions.push_back(function);
  }
  if (functions.empty())
    throw Error(fmt::format("--function: found none, expected some of {}", fmt::join(words, ",")));
  return functions;
}

struct CountedPass {
  std::string function, name;
  StepCount count;
};

std::vector<CountedPass> counted_passes(const Model& model,
                                        const std::vector<RobotFunction>& functions) {
  std::vector<CountedPass> passes;
  for (const RobotFunction function : functions)
    for (const RecordingPass& pass : record_passes(model, function))
      passes.push_back({std::string(word_of(function)), pass.name, count_steps(pass.recorded)});
  return passes;
}

std::string count_page(const Model& model, const std::vector<CountedPass>& passes) {
  const auto column = [&](auto value) {
    std::vector<std::string> cells;
    for (const CountedPass& pass : passes) cells.push_back(value(pass));
    return cells;
  };
  const auto numbers = [&](auto value) {
    return column([&](const CountedPass& p) { return std::to_string(value(p.count)); });
  };
  Table table;
  table.text("function", column([](const CountedPass& p) { return p.function; }));
  table.text("pass", column([](const CountedPass& p) { return p.name; }));
  table.right("M", "", numbers([](const StepCount& c) { return c.multiplications; }));
  table.right("A", "", numbers([](const StepCount& c) { return c.additions; }));
  table.right("D", "", numbers([](const StepCount& c) { return c.divisions; }));
  table.right("total", "", numbers([](const StepCount& c) { return c.total(); }));
  table.right("sin, cos", "calls", numbers([](const StepCount& c) { return c.sines; }));
  table.right("in angles", "A", numbers([](const StepCount& c) { return c.angles; }));
  const TextStyle style = stdout_style();
  return headed("Operations of generated code",
                "M multiplications, A additions, D divisions; each pass with those before it",
                style) +
         model.name() + "\n\n" + table.layout(style);
}

Json count_json(const Model& model, const std::vector<CountedPass>& passes) {
  Json::List list;
  for (const CountedPass& p : passes)
    list.push_back(Json::Object{{"function", p.function},
                                {"pass", p.name},
                                {"multiplications", p.count.multiplications},
                                {"additions", p.count.additions},
                                {"divisions", p.count.divisions},
                                {"sines_and_cosines", p.count.sines},
                                {"additions_in_angles", p.count.angles}});
  return Json::Object{{"robot", model.name()}, {"passes", std::move(list)}};
}

}  // namespace

int run_generate(const GenerateOptions& options) {
  const std::vector<RobotFunction> functions = functions_of(options.functions);
  CodeSettings settings;
  settings.language = code_language(options.language);
  settings.single_precision = options.single_precision;
  settings.batch = options.batch;
  settings.name = options.name.value_or("");
  if (options.json && !options.count)
    throw Error("--json: found without --count, expected with it; code is no JSON");
  if (options.out) check_output(*options.out, options.force);
  const ModelledRobot robot = build_model(options.robot);
  if (robot.model.has_free_base() &&
      std::find(functions.begin(), functions.end(), RobotFunction::regressor) != functions.end())
    throw Error("--function: found regressor for a robot with a free base, expected a fixed one");
  settings.origin = robot.chosen.description.name + " (" + options.robot.robot + ")";
  std::string text;
  if (options.count) {
    const std::vector<CountedPass> passes = counted_passes(robot.model, functions);
    text = options.json ? count_json(robot.model, passes).text() + '\n'
                        : count_page(robot.model, passes);
  } else {
    text = write_code(robot.model, functions, settings);
  }
  for (const std::string& remark : robot.remarks) talk(remark);
  for (const std::string& sentence : robot.chosen.left_out) talk(sentence);
  if (options.out) {
    write_file(*options.out, text, options.force);
    talk_about_file(*options.out);
  } else {
    print(text);
  }
  return exit_fine;
}

}  // namespace erfd
