// Integrators: order, exactness between steps, stiff cases, what happens where f has no value.
#include "erfd/simulation/integrator.hpp"

#include "support/message_of.hpp"

#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

namespace erfd::test {
namespace {

using std::numbers::pi;

/// A pendulum of length 1 m with g = 1 m/s², and the work of a force as quadrature.
Ode pendulum() {
  return {[](double, In<double> x, Out<double> f) {
            f[0] = x[1];
            f[1] = -std::sin(x[0]);
            f[2] = f[1] * x[1];
            return true;
          },
          3, 1, 1};
}

/// Runs from (2, 0, 0) to t_end; state there.
VectorX<double> run(Integrator& integrator, double t_end) {
  VectorX<double> x(3);
  x << 2, 0, 0;
  EXPECT_TRUE(integrator.start(0, x));
  while (integrator.t() < t_end) EXPECT_EQ(integrator.step(t_end), StepOutcome::ok);
  return integrator.x();
}

/// Period of the pendulum at the amplitude of 2 rad by the arithmetic–geometric mean.
double period() {
  double a = 1, b = std::cos(1.0);
  for (int k = 0; k < 10; ++k) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2 * pi / a;
}

TEST(Integrator, OfFixedStepHasItsOrder) {
  const struct {
    const char* name;
    double order;
  } cases[] = {{"paper", 1}, {"rk4", 4}};
  for (const auto& [name, order] : cases) {
    // A quarter period is no symmetric point, so no error cancels.
    const double T = period() / 4;
    const auto error = [&, n = name](double step) {
      return std::abs(run(*make_integrator(n, pendulum(), {.step = step}), T)[0]);
    };
    const double measured = std::log2(error(T / 100) / error(T / 200));
    std::printf("%s: order %.2f\n", name, measured);
    EXPECT_NEAR(measured, order, 0.1) << name;
  }
}

TEST(Integrator, WithErrorControlReturnsAfterTwentyPeriods) {
  for (const char* const name : {"dopri5", "implicit"}) {
    const auto integrator = make_integrator(name, pendulum(), {.relative = 1e-9, .absolute = 1e-9});
    const VectorX<double> x = run(*integrator, 20 * period());
    std::printf("%s: %.1e rad off after 20 periods, %ld steps, %ld evaluations\n", name,
                std::abs(x[0] - 2), integrator->steps(), integrator->evaluations());
    // 20 periods are 170 s: an error of 1e-9 a step in speed may shift the phase by 1e-5.
    EXPECT_NEAR(x[0], 2, 1e-7) << name;
    EXPECT_NEAR(x[1], 0, 2e-5) << name;
    EXPECT_NEAR(x[2], x[1] * x[1] / 2, 1e-6) << name << ": work is kinetic energy";
  }
}

TEST(Integrator, IsAsExactBetweenItsStepsAsAtThem) {
  for (const IntegratorInfo& info : integrators()) {
    const auto integrator =
        make_integrator(info.name, pendulum(), {.relative = 1e-8, .absolute = 1e-8, .step = 0.01});
    const auto fine = make_integrator("dopri5", pendulum(), {.relative = 1e-13, .absolute = 1e-13});
    VectorX<double> x(3), exact(3);
    x << 2, 0, 0;
    integrator->start(0, x);
    double at_steps = 0, between = 0;
    while (integrator->t() < 3) {
      ASSERT_EQ(integrator->step(3), StepOutcome::ok);
      exact = run(*fine, integrator->t());
      at_steps = std::max(at_steps, std::abs(integrator->x()[0] - exact[0]));
      const double t = integrator->t_before() + 0.4 * (integrator->t() - integrator->t_before());
      integrator->state_at(t, x);
      between = std::max(between, std::abs(x[0] - run(*fine, t)[0]));
      integrator->state_at(integrator->t(), x);
      EXPECT_LT((x - integrator->x()).norm(), 1e-14);
    }
    std::printf("%s: %.1e at steps, %.1e between\n", std::string(info.name).c_str(), at_steps,
                between);
    EXPECT_LT(between, 3 * at_steps + 1e-8) << info.name;
  }
}

// A stiff spring with a strong damper: explicit steps follow 1/d, implicit ones the motion.
TEST(Integrator, ImplicitNeedsFewStepsForAStiffSpring) {
  const Ode stiff{[](double t, In<double> x, Out<double> f) {
                    f[0] = x[1];
                    f[1] = -1e6 * (x[0] - std::sin(t)) - 1e5 * x[1];
                    return true;
                  },
                  2, 1, 0};
  long evaluations[2];
  double end[2];
  for (const int k : {0, 1}) {
    const auto integrator = make_integrator(k == 0 ? "implicit" : "dopri5", stiff,
                                            {.relative = 1e-6, .absolute = 1e-8});
    integrator->start(0, VectorX<double>::Zero(2));
    while (integrator->t() < 1) ASSERT_EQ(integrator->step(1), StepOutcome::ok);
    evaluations[k] = integrator->evaluations();
    end[k] = integrator->x()[0];
  }
  std::printf("stiff spring: %ld evaluations implicit, %ld dopri5\n", evaluations[0],
              evaluations[1]);
  EXPECT_NEAR(end[0], end[1], 1e-6);
  EXPECT_LT(50 * evaluations[0], evaluations[1]);
}

// x' = cos t: the order of nodes and time derivatives alone, which an autonomous case does not see.
TEST(Integrator, KeepsItsOrderWhereTheRateDependsOnTime) {
  const Ode wave{[](double t, In<double>, Out<double> f) {
                   f[0] = std::cos(t);
                   return true;
                 },
                 1, 0, 0};
  for (const char* const name : {"dopri5", "implicit"}) {
    const auto integrator =
        make_integrator(name, wave, {.relative = 1e-8, .absolute = 1e-8, .max_step = 0.05});
    integrator->start(0, VectorX<double>::Zero(1));
    while (integrator->t() < 1) ASSERT_EQ(integrator->step(1), StepOutcome::ok);
    EXPECT_NEAR(integrator->x()[0], std::sin(1.0), 1e-10) << name;
    EXPECT_LT(integrator->steps(), 50) << name;  // order 2 would need hundreds
  }
}

TEST(Integrator, ReachesTheLastTimeAtWhichTheRateHasAValue) {
  for (const IntegratorInfo& info : integrators()) {
    const Ode ode{[](double t, In<double> x, Out<double> f) {
                    f[0] = x[1];
                    f[1] = 1;
                    return t < 0.5;
                  },
                  2, 1, 0};
    const auto integrator = make_integrator(info.name, ode, {.step = 1e-3});
    ASSERT_TRUE(integrator->start(0, VectorX<double>::Zero(2)));
    StepOutcome outcome = StepOutcome::ok;
    while (outcome == StepOutcome::ok) outcome = integrator->step(1);
    EXPECT_EQ(outcome, StepOutcome::no_rate) << info.name;
    EXPECT_NEAR(integrator->t(), 0.5, info.adaptive ? 1e-13 : 2e-3) << info.name;
    EXPECT_TRUE(integrator->x().allFinite());
  }
}

TEST(Integrator, StopsExactlyAtTheEndOfTheInterval) {
  for (const IntegratorInfo& info : integrators()) {
    const auto integrator = make_integrator(info.name, pendulum(), {.step = 0.03});
    run(*integrator, 0.1);
    EXPECT_EQ(integrator->t(), 0.1) << info.name;
  }
}

TEST(Integrator, UnknownNameNamesTheNearestOne) {
  EXPECT_EQ(message_of([] { find_integrator("dopri"); }),
            "unknown integrator 'dopri'; did you mean 'dopri5'? (known: dopri5, implicit, rk4, "
            "paper)");
  EXPECT_EQ(message_of([] { make_integrator("rk4", pendulum(), {.step = 0}); }),
            "integrator: step is 0.000000, expected more than 0");
  Ode plain = pendulum();
  plain.nv = 0;
  EXPECT_EQ(message_of([&] { make_integrator("paper", plain); }),
            "integrator 'paper': the equation has no positions and velocities, expected some; use "
            "'rk4'");
}

}  // namespace
}  // namespace erfd::test
