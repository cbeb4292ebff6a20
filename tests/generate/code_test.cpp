// Generated files as their receiver has them: compiled by strict compilers, run, and loaded beside the reference.
#include "erfd/base/error.hpp"
#include "erfd/generate/write_code.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "generate/reference.hpp"
#include "support/random_robot.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace erfd::test {
namespace {

namespace fs = std::filesystem;

class GeneratedCode : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("erfd_generated_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static bool runs(const std::string& command) { return std::system(command.c_str()) == 0; }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

bool has(const char* program) {
  return std::system((std::string("command -v ") + program + " >/dev/null 2>&1").c_str()) == 0;
}

std::vector<RobotFunction> all_functions(const Model& model) {
  std::vector<RobotFunction> functions;
  for (const RobotFunction f : robot_functions())
    if (f != RobotFunction::regressor || !model.has_free_base()) functions.push_back(f);
  return functions;
}

constexpr const char* strict = " -Wall -Wextra -pedantic -Werror -DERFD_SELF_TEST ";

TEST_F(GeneratedCode, OfEveryShippedRobotIsStrictC99AndPassesItsOwnTest) {
  for (const std::string& name : known_robots()) {
    const Model model = load_robot(name);
    if (!model.constraints().empty()) continue;  // not generated
    CodeSettings settings;
    settings.single_precision = name.size() % 2 == 0;
    settings.batch = name.size() % 3 == 0;
    const std::string source = file(name + ".c", write_code(model, all_functions(model), settings));
    EXPECT_TRUE(runs("gcc -std=c99 -O0" + std::string(strict) + source + " -o " + path(name) +
                     " -lm && " + path(name) + " >/dev/null"))
        << name;
    EXPECT_EQ(runs("clang-19 -std=c99 -O0" + std::string(strict) + source + " -o " + path(name) +
                   " -lm && " + path(name) + " >/dev/null"),
              true)
        << name << " by clang";
  }
}

TEST_F(GeneratedCode, HasNoUndefinedBehaviour) {
  const Model model = load_robot("lola15");
  const std::string source = file("u.c", write_code(model, all_functions(model), {.batch = true}));
  EXPECT_TRUE(runs("gcc -std=c99 -fsanitize=undefined,address -fno-sanitize-recover=all" +
                   std::string(strict) + source + " -o " + path("u") + " -lm && " + path("u") +
                   " >/dev/null"));
}

TEST_F(GeneratedCode, IsCppWithNamesOfItsOwn) {
  const Model model = load_robot("puma560");
  const std::string source =
      file("p.cpp",
           write_code(model, all_functions(model), {.language = CodeLanguage::cpp, .batch = true}));
  EXPECT_TRUE(runs("g++ -std=c++11 -O1" + std::string(strict) + source + " -o " + path("p") +
                   " && " + path("p") + " >/dev/null"));
}

TEST_F(GeneratedCode, OfARobotWithAWrongNumberFailsItsOwnTest) {
  const Model model = load_robot("lola15");
  const RobotFunction functions[] = {RobotFunction::inverse_dynamics};
  std::string text = write_code(model, functions, {});
  const std::size_t at = text.find("9.81 *");  // gravity in the code, not in its comment
  ASSERT_NE(at, std::string::npos);
  text[at + 3] = '2';
  const std::string source = file("wrong.c", text);
  EXPECT_TRUE(
      runs("gcc -std=c99" + std::string(strict) + source + " -o " + path("wrong") + " -lm"));
  EXPECT_FALSE(runs(path("wrong") + " >/dev/null"));
}

TEST_F(GeneratedCode, InPythonChecksItself) {
  const Model model = load_robot("stanford");
  const std::string source =
      file("s.py", write_code(model, all_functions(model), {.language = CodeLanguage::python}));
  EXPECT_TRUE(runs("python3 " + source));
}

TEST_F(GeneratedCode, InMatlabRunsInOctave) {
  if (!has("octave-cli")) GTEST_SKIP() << "octave-cli is not installed";
  const Model model = load_robot("stanford");
  file("stanford.m", write_code(model, all_functions(model), {.language = CodeLanguage::matlab}));
  EXPECT_TRUE(runs("cd " + folder_.string() +
                   " && octave-cli --eval 'f = stanford(); exit(~f.self_test())'"));
}

TEST(GeneratedText, OfLatexSaysSinesByJointAndClosesWhatItOpens) {
  const Model model = load_robot("planar2r");
  const RobotFunction functions[] = {RobotFunction::gravity};
  const std::string text = write_code(model, functions, {.language = CodeLanguage::latex});
  EXPECT_NE(text.find("\\cos(q_{1}"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '{'), std::count(text.begin(), text.end(), '}'));
}

TEST(GeneratedText, RefusesSettingsThatDoNotGoTogether) {
  const Model model = load_robot("planar2r");
  const RobotFunction functions[] = {RobotFunction::gravity};
  EXPECT_THROW(
      write_code(model, functions, {.language = CodeLanguage::python, .single_precision = true}),
      Error);
  EXPECT_THROW(code_language("fortran"), Error);
  EXPECT_EQ(identifier_of("7R arm-ü"), "robot_7R_arm___");
}

/// Functions of a shared library, called with all arguments in one array each way.
class Library {
 public:
  explicit Library(const std::string& path) : handle_(dlopen(path.c_str(), RTLD_NOW)) {}
  ~Library() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  template <class Function>
  Function* find(const std::string& name) const {
    return handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(handle_, name.c_str()));
  }

 private:
  void* handle_;
};

TEST_F(GeneratedCode, LoadedIntoAProgramIsTheReferenceAlgorithmOnManyStates) {
  std::mt19937 rng(99);
  std::vector<Model> robots = {load_robot("lola15"), load_robot("manutec_r3"),
                               random_robot({.joints = 7}, rng)};
  for (std::size_t k = 0; k < robots.size(); ++k) {
    const Model& model = robots[k];
    const RobotFunction functions[] = {RobotFunction::inverse_dynamics,
                                       RobotFunction::forward_dynamics};
    const std::string name = "r" + std::to_string(k);
    const std::string source =
        file(name + ".c", write_code(model, functions, {.batch = true, .name = name}));
    ASSERT_TRUE(
        runs("gcc -std=c99 -O2 -shared -fPIC " + source + " -o " + path(name + ".so") + " -lm"));
    const Library library(path(name + ".so"));
    using Single = void(const double*, const double*, const double*, double*);
    using Many = void(long, const double*, const double*, const double*, double*);
    auto* const id = library.find<Single>(name + "_id");
    auto* const fd = library.find<Single>(name + "_fd");
    auto* const id_n = library.find<Many>(name + "_id_n");
    ASSERT_TRUE(id != nullptr && fd != nullptr && id_n != nullptr);
    const std::vector<SampleState> states = sample_states(model, 2000, 5);
    const int n = model.nv();
    const auto count = static_cast<Eigen::Index>(states.size());
    MatrixX<double> Q(count, n), Qd(count, n), Qdd(count, n), Tau(count, n);
    for (Eigen::Index i = 0; i < count; ++i) {
      const SampleState& s = states[i];
      VectorX<double> tau(n), qdd(n), again(n);
      id(s.q.data(), s.qd.data(), s.qdd.data(), tau.data());
      ASSERT_LE((tau - s.tau).norm(), 1e-12 * s.tau.norm()) << name << " state " << i;
      fd(s.q.data(), s.qd.data(), s.tau.data(), qdd.data());
      id(s.q.data(), s.qd.data(), qdd.data(), again.data());
      ASSERT_LE((again - s.tau).norm(), 1e-10 * s.tau.norm()) << name << " state " << i;
      Q.row(i) = s.q, Qd.row(i) = s.qd, Qdd.row(i) = s.qdd;
    }
    id_n(count, Q.data(), Qd.data(), Qdd.data(), Tau.data());
    for (Eigen::Index i = 0; i < count; ++i)
      ASSERT_LE((Tau.row(i).transpose() - states[i].tau).norm(), 1e-12 * states[i].tau.norm());
  }
}

}  // namespace
}  // namespace erfd::test
