// DeNOC of bent slender rods: against the general algorithms on the same bodies, and its cost step
// by step against the figures of [MS07].
#include "erfd/dynamics/papers/denoc_rods.hpp"

#include "erfd/base/error.hpp"
#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/algorithms.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/papers/denoc.hpp"
#include "erfd/math/quad.hpp"
#include "erfd/model/build.hpp"
#include "erfd/robot/read.hpp"

#include "dynamics/papers/denoc_rods_steps.hpp"
#include "golden/golden.hpp"
#include "support/allocation_counter.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "support/source_tree.hpp"

#include <cstdio>
#include <fstream>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using QuadVector = VectorX<Quad>;

std::vector<Rod> random_rods(int n, std::mt19937& rng) {
  std::vector<Rod> rods;
  for (int i = 0; i < n; ++i) {
    rods.push_back({.a = uniform(rng, -0.6, 0.6),
                    .b = uniform(rng, -0.6, 0.6),
                    .alpha = uniform(rng, -3, 3),
                    .theta = i % 2 == 0 ? uniform(rng, -3, 3) : 0,
                    .density = uniform(rng, 1, 30),
                    .hub_inertia = uniform(rng, 0.01, 0.2)});
  }
  return rods;
}

/// A thin rod as masses at its ends and its middle, exact for moments up to the second (Simpson).
Inertia thin_rod(double mass, const Vector3<double>& from, const Vector3<double>& to) {
  const auto point = [](double m, const Vector3<double>& at) {
    return Inertia::about_com(m, at, Matrix3<double>::Zero());
  };
  return point(mass / 6, from) + point(4 * mass / 6, (from + to) / 2) + point(mass / 6, to);
}

/// The rods as rigid bodies of the general algorithms, by none of the constants C1 to C5.
Model model_of(std::span<const Rod> rods) {
  Model::Parts parts;
  parts.name = "rods";
  parts.gravity = {1, -9, 3};
  Pose<double> X_PL;  // frame i in the parent body
  for (const Rod& rod : rods) {
    const Vector3<double> corner{0, 0, rod.b}, tip{rod.a, 0, rod.b};
    Body body;
    body.name = body.joint = "b" + std::to_string(parts.bodies.size());
    body.parent = {static_cast<int>(parts.bodies.size()) - 1};
    body.X_PB0 = X_PL * Pose<double>{rotation_z(rod.theta), Vector3<double>::Zero()};
    body.I_B = thin_rod(rod.density * std::abs(rod.b), Vector3<double>::Zero(), corner) +
               thin_rod(rod.density * std::abs(rod.a), corner, tip);
    body.I_B.about_origin(2, 2) += rod.hub_inertia;
    X_PL = {rotation_x(rod.alpha), tip};
    parts.bodies.push_back(body);
  }
  return Model(std::move(parts));
}

const std::string puma_path = source_tree("robots/puma_rods.toml");

/// Table 2 of [MS07] as the robot file has it.
std::vector<Rod> puma_rods() {
  std::vector<Rod> rods;
  for (const BodyDescription& body : read_robot_file(puma_path).robot.bodies) {
    const ShapeDescription& shape = body.shape->value;
    const double length = shape.a + shape.b;
    rods.push_back({.a = shape.a,
                    .b = shape.b,
                    .alpha = body.joint.dh->value.alpha,
                    .theta = body.joint.dh->value.theta,
                    .density = length > 0 ? body.mass->value / length : 0,
                    .hub_inertia = shape.hub_inertia});
  }
  return rods;
}

double relative_difference(const QuadVector& x, const QuadVector& reference) {
  return double((x - reference).norm() / reference.norm());
}

// In quad precision only what the models hold in double differs: C1 to C5, the turns by alpha and
// theta, the bodies' inertias. 1e-13 is some hundred times their rounding.
TEST(DenocRods, EqualsTheGeneralAlgorithmsOnTheSameBodies) {
  std::mt19937 rng(81);
  double worst = 0;
  for (int n = 1; n <= 12; ++n) {
    for (int k = 0; k < 5; ++k) {
      const std::vector<Rod> rods = random_rods(n, rng);
      const Model robot = model_of(rods);
      const State s = random_state(robot, rng);
      const QuadVector q = s.q.cast<Quad>(), qd = s.qd.cast<Quad>(), tau = s.tau.cast<Quad>();
      const RodChain chain(rods);
      BasicDenocRodsWorkspace<Quad> ws(chain);
      BasicWorkspace<Quad> tree(robot);
      QuadVector bias(n), qdd(n), reference(n);
      bias_torques<Quad>(robot, tree, q, qd, bias);
      ws.poison();
      denoc_rods<Quad>(chain, ws, q, tau, bias, qdd);
      aba<Quad>(robot, tree, q, qd, tau, reference);
      worst = std::max(worst, relative_difference(qdd, reference));
      EXPECT_LE(relative_difference(qdd, reference), 1e-13 * tolerance_scale()) << n << " rods";
    }
  }
  std::printf("denoc_rods - aba on 60 chains: %.1e\n", worst);
}

// κ(H) of the PUMA of rods stays below 1.2e4 (errata §1.3): κ ε = 3e-12.
TEST(DenocRods, EqualsTheGeneralDenocOnThePuma) {
  const Model robot = load_robot(puma_path);
  const RodChain chain(puma_rods());
  std::mt19937 rng(82);
  DenocRodsWorkspace ws(chain);
  DenocWorkspace general(robot);
  Workspace tree(robot);
  VectorX<double> bias(6), qdd(6), reference(6);
  double worst = 0;
  for (int k = 0; k < 100; ++k) {
    const State s = random_state(robot, rng);
    bias_torques(robot, tree, s.q, s.qd, bias);
    ws.poison();
    denoc_rods(chain, ws, s.q, s.tau, bias, qdd);
    denoc(robot, general, s.q, s.qd, s.tau, reference);
    worst = std::max(worst, (qdd - reference).norm() / reference.norm());
    EXPECT_LE((qdd - reference).norm(), 3e-12 * tolerance_scale() * reference.norm());
  }
  std::printf("denoc_rods - denoc on the puma: %.1e\n", worst);
}

TEST(DenocRods, HasTheGoldenAccelerationsOfThePuma) {
  std::ifstream in(source_tree("tests/goldens/puma.json"));
  const golden::Json file = golden::Json::parse(in);
  const RodChain chain(puma_rods());
  DenocRodsWorkspace ws(chain);
  VectorX<double> qdd(6);
  golden::Outcome outcome;
  for (const golden::Json& sample : file.at("samples")) {
    ws.poison();
    denoc_rods(chain, ws, golden::vector_of(sample.at("q")), golden::vector_of(sample.at("tau")),
               golden::vector_of(sample.at("bias")), qdd);
    outcome.compare("rods", qdd, golden::vector_of(sample.at("qdd")), 1e-8);
    ++outcome.samples;
  }
  EXPECT_TRUE(outcome.passed());
  std::printf("golden puma: worst %.1e\n", outcome.algorithms.at("rods").error);
}

// Steps 8, 9 and 13 of [MS07] count two entries of the force part of ψ.
TEST(DenocRods, ForceAlongTheAxisIsZeroForTheLastLinkOnly) {
  std::mt19937 rng(83);
  const RodChain chain(random_rods(6, rng));
  DenocRodsWorkspace ws(chain);
  VectorX<double> qdd(6);
  denoc_rods(chain, ws, random_vector(6, rng, 3), random_vector(6, rng), random_vector(6, rng),
             qdd);
  EXPECT_EQ(ws.links[5].psi_1.z(), 0);
  for (std::size_t i = 1; i < 5; ++i) {
    EXPECT_GT(std::abs(ws.links[i].psi_1.z()), 1e-3 * ws.links[i].psi_1.norm()) << i;
  }
}

TEST(DenocRods, DoesNotTouchTheHeap) {
  if (!AllocationCounter::works()) GTEST_SKIP() << "a sanitizer brings its own malloc";
  const RodChain chain(puma_rods());
  DenocRodsWorkspace ws(chain);
  const VectorX<double> x = VectorX<double>::Ones(6);
  VectorX<double> qdd(6);
  const AllocationCounter counter;
  denoc_rods(chain, ws, x, x, x, qdd);
  EXPECT_EQ(counter.count(), 0);
}

TEST(DenocRods, RefusesWrongSizesAndRodsThatAreNone) {
  const auto message_of = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  const RodChain chain(puma_rods());
  DenocRodsWorkspace ws(chain);
  const VectorX<double> good = VectorX<double>::Zero(6), bad = VectorX<double>::Zero(3);
  VectorX<double> out(6);
  EXPECT_EQ(message_of([&] { denoc_rods(chain, ws, good, good, bad, out); }),
            "denoc_rods: argument 'bias' has size 3, but the chain has 6 rods");
  EXPECT_EQ(message_of([] { RodChain(std::span<const Rod>{}); }),
            "RodChain: no rods, expected at least one");
  EXPECT_EQ(message_of([] { RodChain(std::vector<Rod>{{}, {.a = NAN}}); }),
            "RodChain: rod 2 is not finite");
}

// --- cost -------------------------------------------------------------------------------------------

struct Cost {
  int M = 0, A = 0;  ///< multiplications and divisions, additions and subtractions
  bool operator==(const Cost&) const = default;
  Cost operator+(const Cost& o) const { return {M + o.M, A + o.A}; }
  Cost operator-(const Cost& o) const { return {M - o.M, A - o.A}; }
  Cost operator*(int k) const { return {k * M, k * A}; }
};

/// A number that counts what is done with it. Signs, sines and cosines are free, as in [MS07].
struct Tally {
  double v = 0;
  static inline Cost cost;
  Tally() = default;
  explicit Tally(double x) : v(x) {}
  static Tally after(Cost c, double x) {
    cost = cost + c;
    return Tally(x);
  }
  friend Tally operator+(const Tally& a, const Tally& b) { return after({0, 1}, a.v + b.v); }
  friend Tally operator-(const Tally& a, const Tally& b) { return after({0, 1}, a.v - b.v); }
  friend Tally operator*(const Tally& a, const Tally& b) { return after({1, 0}, a.v * b.v); }
  friend Tally operator/(const Tally& a, const Tally& b) { return after({1, 0}, a.v / b.v); }
  Tally operator-() const { return Tally(-v); }
  Tally& operator+=(const Tally& o) { return *this = *this + o; }
  Tally& operator-=(const Tally& o) { return *this = *this - o; }
  friend Tally sin(const Tally& a) { return Tally(std::sin(a.v)); }
  friend Tally cos(const Tally& a) { return Tally(std::cos(a.v)); }
};

/// Cost of each step for one link, named as in the table of docs/algorithms/denoc.md.
std::map<std::string, Cost> step_costs() {
  using namespace rod_steps;
  const RodChain chain(std::vector<Rod>(2, {.a = 1, .b = 1, .alpha = 1, .density = 1}));
  const Constants& k = chain.link(0);
  Link<Tally> link, next;
  std::map<std::string, Cost> costs;
  const auto count = [&](const char* step, auto&& run) {
    const Cost before = Tally::cost;
    run();
    costs[step] = Tally::cost - before;
  };
  const Tally x(0.5);
  count("1, 2", [&] { steps_1_2<Tally>(k, x, link); });
  count("3", [&] { step_3<Tally>(k, link); });
  count("4", [&] { step_4<Tally>(x, x, link); });
  count("5", [&] { step_5<Tally>(k, next, link); });
  count("6, 7", [&] { steps_6_7<Tally>(link); });
  count("8", [&] { step_8<Tally>(link); });
  count("9", [&] { step_9<Tally>(link); });
  count("10", [&] { step_10<Tally>(k, next, link); });
  count("11", [&] { step_11<Tally>(k, next, link); });
  count("11 last", [&] { step_11_last<Tally>(link); });
  count("12", [&] { step_12<Tally>(link); });
  count("13", [&] { step_13<Tally>(x, link); });
  count("14", [&] { step_14<Tally>(k, next, link); });
  count("15", [&] { step_15<Tally>(x, link); });
  return costs;
}

TEST(DenocRods, StepsCostWhatThePageSays) {
  const std::map<std::string, Cost> expected{
      {"1, 2", {4, 3}}, {"3", {6, 2}},   {"4", {0, 1}},    {"5", {78, 88}},  {"6, 7", {0, 0}},
      {"8", {5, 0}},    {"9", {15, 15}}, {"10", {14, 11}}, {"11", {13, 10}}, {"11 last", {5, 0}},
      {"12", {1, 0}},   {"13", {5, 6}},  {"14", {22, 14}}, {"15", {0, 1}}};
  for (const auto& [step, cost] : step_costs()) {
    EXPECT_EQ(cost, expected.at(step))
        << "step " << step << ": " << cost.M << " M " << cost.A << " A";
  }
}

/// The count that [MS07] prints beside each step, and how often.
Cost printed_total(int n) {
  return Cost{4, 0} * n + Cost{4, 0} * n + Cost{9, 2} * n + Cost{0, 1} * n +  // steps 1 to 4
         Cost{80, 91} * (n - 1) + Cost{5, 0} * n +                            // 5, 8
         Cost{16, 14} + Cost{16, 18} * (n - 1) +                              // 9
         Cost{14, 8} * (n - 1) + Cost{6, 0} + Cost{14, 10} * (n - 1) +        // 10, 11
         Cost{1, 0} * n + Cost{4, 6} * (n - 1) + Cost{22, 14} * (n - 1);      // 12, 13, 14
}

// n links, n ≥ 2. Used are ψ, M̄, η of links 2 to n and μ of links 1 to n − 1 only.
Cost total(int n) {
  std::map<std::string, Cost> c = step_costs();
  return (c["1, 2"] + c["3"] + c["4"] + c["12"]) * n +
         (c["5"] + c["8"] + c["9"] + c["10"] + c["13"] + c["14"]) * (n - 1) +
         (c["11"] + c["15"]) * (n - 2) + c["11 last"];
}

TEST(DenocRods, PrintedStepsAddUpToThePrintedFigure) {
  for (int n = 2; n <= 20; ++n) EXPECT_EQ(printed_total(n), (Cost{173 * n - 128, 150 * n - 133}));
}

TEST(DenocRods, CostsLessThanThePrintedFigureAlthoughNothingIsLeftOut) {
  for (int n = 2; n <= 20; ++n) {
    EXPECT_EQ(total(n), (Cost{163 * n - 160, 151 * n - 156}));
    EXPECT_LT(total(n).M, printed_total(n).M);
    EXPECT_LT(total(n).A, printed_total(n).A);
  }
  std::printf("6 links: %d M %d A, printed %d M %d A\n", total(6).M, total(6).A, printed_total(6).M,
              printed_total(6).A);
}

// The registry sees masses and placements alone, none of the rods.
TEST(DenocRods, AreFoundAgainInTheBodiesTheyAreMadeOf) {
  std::mt19937 rng(87);
  for (int n = 1; n <= 9; ++n) {
    std::vector<Rod> rods = random_rods(n, rng);
    if (n > 3) rods[1].a = 0;  // no common normal but by the axes
    if (n > 4) rods[2].b = 0;
    if (n > 5) rods[3].alpha = rods[3].a = 0;  // axes in line
    const Model robot = model_of(rods);
    ASSERT_EQ(find_algorithm("denoc_rods").obstacle(robot), "") << n;
    const State s = random_state(robot, rng);
    const auto algorithm = make_algorithm<double>("denoc_rods", robot);
    Workspace ws(robot);
    VectorX<double> qdd(n), expected(n);
    algorithm->forward_dynamics(s.q, s.qd, s.tau, qdd, {});
    aba(robot, ws, s.q, s.qd, s.tau, expected);
    EXPECT_LT((qdd - expected).norm() / expected.norm(), 1e-9) << n;
  }
  EXPECT_EQ(obstacle_to_rods(build(read_robot_file(puma_path).robot)), "");
}

TEST(DenocRods, SayWhyARobotIsNotMadeOfThem) {
  std::mt19937 rng(88);
  const std::vector<Rod> rods = random_rods(4, rng);
  const auto reason = [&](auto&& change) {
    Model::Parts parts = model_of(rods).parts();
    change(parts.bodies);
    return obstacle_to_rods(Model(std::move(parts)));
  };
  EXPECT_EQ(
      reason([](auto& b) { b[1].I_B.moment.y() += 0.01; }),
      "needs bent slender rods, and body 'b1' has another centre of mass than a rod of its length");
  EXPECT_EQ(reason([](auto& b) { b[2].I_B.about_origin(0, 0) += 0.01; }),
            "needs bent slender rods, and body 'b2' has other inertias than a rod of its length");
  EXPECT_EQ(reason([](auto& b) { b[0].kind = JointKind::prismatic; }),
            "needs bent slender rods, and body 'b0' does not turn");
  EXPECT_EQ(
      reason([](auto& b) { b[2].X_PB0.p += 0.1 * b[2].X_PB0.R.col(2); }),
      "needs bent slender rods, and body 'b1' does not end on the common normal of its axis and "
      "the next one");
  EXPECT_NE(find_algorithm("denoc_rods").obstacle(load_robot(source_tree("robots/lola15.toml"))),
            "");
}

}  // namespace
}  // namespace erfd::test
