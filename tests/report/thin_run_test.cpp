// A long run for the page: fewer cycles, the same peaks.
#include "report/document/thin_run.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace erfd {
namespace {

using Eigen::Index;

/// Bytes of a cycle so that one in `every` cycles is kept.
ThinRun one_in(int every, Index cycles, Cycles worst = {}) {
  const double bytes = every * ThinRun::largest / static_cast<double>(cycles);
  const ThinRun thin(cycles, static_cast<std::size_t>(bytes), std::move(worst));
  EXPECT_EQ(thin.every(), every);
  return thin;
}

/// Noise with a peak of one cycle here and there.
MatrixX<double> noise(Index channels, Index cycles) {
  std::mt19937 random(7);
  std::normal_distribution<double> value;
  MatrixX<double> all =
      MatrixX<double>::NullaryExpr(channels, cycles, [&] { return value(random); });
  for (Index k = 17; k < cycles; k += 997) all(k % channels, k) *= 50;
  return all;
}

TEST(ThinRun, LeavesAShortRunAlone) {
  const ThinRun thin(1302, 560, {5, 800});
  const MatrixX<double> signal = noise(6, 1302);
  EXPECT_EQ(thin.every(), 1);
  EXPECT_EQ(thin.together(signal), signal);
  EXPECT_EQ(thin.apart(signal), signal);
  EXPECT_EQ(thinning_note(thin, 1302, 0.01, "--csv"), "");
}

TEST(ThinRun, IsNeverLargerThanItMayBe) {
  for (const Index cycles : {1000, 16072, 300000, 3000000, 100000000})
    for (const std::size_t bytes : {24UL, 560UL, 4000UL}) {
      const ThinRun thin(cycles, bytes, {});
      EXPECT_LE(thin.places(cycles), ThinRun::largest / static_cast<double>(bytes) + 1);
      const double all = static_cast<double>(cycles) * static_cast<double>(bytes);
      EXPECT_GE(static_cast<double>(thin.places(cycles)) * static_cast<double>(bytes),
                0.5 * std::min(all, ThinRun::largest));  // nor much smaller
    }
}

TEST(ThinRun, KeepsTheSmallestAndTheLargestValueOfEveryGroup) {
  for (const int every : {2, 3, 17})
    for (const Index cycles : {50000, 50001, 50007, 50123}) {
      const MatrixX<double> signal = noise(5, cycles);
      const ThinRun thin = one_in(every, cycles);
      const MatrixX<double> kept = thin.apart(signal);
      ASSERT_EQ(kept.cols(), (cycles + every - 1) / every);
      const Index groups = kept.cols() / ThinRun::group, of_group = ThinRun::group * every;
      for (Index g = 0; g < groups; ++g) {
        const bool last = g + 1 == groups;
        const Index begin = g * of_group, end = last ? cycles : begin + of_group;
        const auto whole = signal.middleCols(begin, end - begin);
        const auto few = kept.middleCols(g * ThinRun::group,
                                         last ? kept.cols() - g * ThinRun::group : ThinRun::group);
        ASSERT_EQ(VectorX<double>(few.rowwise().maxCoeff()),
                  VectorX<double>(whole.rowwise().maxCoeff()))
            << every << ", " << cycles << ", group " << g;
        ASSERT_EQ(VectorX<double>(few.rowwise().minCoeff()),
                  VectorX<double>(whole.rowwise().minCoeff()));
      }
    }
}

TEST(ThinRun, KeepsWorstInstantsWhereTheirTimeIsLookedUp) {
  const Index cycles = 40000;
  Cycles worst;
  for (Index k = 31; k < cycles; k += 773) worst.push_back(k);
  const ThinRun thin = one_in(10, cycles, worst);
  const Cycles kept = thin.kept(cycles, {});
  for (const Index k : worst) EXPECT_EQ(kept[static_cast<std::size_t>(k / 10)], k);
  EXPECT_EQ(kept.back(), cycles - 1);
}

TEST(ThinRun, KeepsCyclesInOrderAndLessThanAGroupFromTheirTimes) {
  const Index cycles = 30011;
  Cycles worst;
  for (Index k = 0; k < cycles; k += 7) worst.push_back(k);  // more than there is room for
  const ThinRun thin = one_in(9, cycles, worst);
  const MatrixX<double> signal = noise(2, cycles);
  const std::array<VectorX<double>, 2> rows{signal.row(0), signal.row(1)};
  const Cycles kept = thin.kept(cycles, rows);
  ASSERT_TRUE(std::is_sorted(kept.begin(), kept.end()));
  EXPECT_LT(kept.back(), cycles);
  for (std::size_t p = 0; p + 2 * static_cast<std::size_t>(ThinRun::group) < kept.size(); ++p)
    EXPECT_LT(std::abs(kept[p] - 9 * static_cast<Index>(p)), 9 * ThinRun::group);
  for (const VectorX<double>& row : rows) {
    Index low = 0, high = 0;
    row.minCoeff(&low);
    row.maxCoeff(&high);
    EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), low));
    EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), high));
  }
}

TEST(ThinRun, HoldsATorqueAgainstWhatItsMotorCanGiveThen) {
  const Index cycles = 20000;
  const MatrixX<double> signal = noise(3, cycles);
  const MatrixX<double> high = signal.cwiseAbs().array() + 0.01, low = -2 * high;
  MatrixX<double> torque = 0.9 * high;
  torque(1, 12345) = 1.02 * high(1, 12345);  // beyond, though others need more
  const ThinRun thin = one_in(6, cycles);
  const std::vector<Cycles> kept = thin.of_motors(torque, low, high);
  const MatrixX<double> share = in_cycles(torque, kept).cwiseQuotient(in_cycles(high, kept));
  EXPECT_NEAR(share(1, 0), 0.9, 1e-12);
  EXPECT_EQ((share.array() > 0.9 + 1e-9).count(), 1);
  EXPECT_NEAR(share.row(1).maxCoeff(), 1.02, 1e-12);
  for (Index i = 0; i < 3; ++i)
    EXPECT_EQ(in_cycles(torque, kept).row(i).maxCoeff(), torque.row(i).maxCoeff());
}

TEST(ThinRun, TakesNoGapForAnExtreme) {
  const Index cycles = 9000;
  MatrixX<double> signal = noise(1, cycles);
  for (Index k = 5; k < cycles; k += 3) signal(0, k) = std::nan("");
  for (Index k = 4; k < cycles; k += 9) signal(0, k) = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const double value : signal.reshaped())
    if (std::isfinite(value)) most = std::max(most, value);
  const MatrixX<double> kept = one_in(4, cycles).apart(signal);
  EXPECT_TRUE((kept.array() == most).any());
}

TEST(ThinRun, SaysWhatIsLeftOutAndWhereItIs) {
  const ThinRun thin = one_in(19, 300000);
  const std::string note = thinning_note(thin, 300000, 0.01, "--csv");
  EXPECT_NE(note.find("of its 300000 cycles plots and 3D view show one in 19"), note.npos) << note;
  EXPECT_NE(note.find("--csv writes every cycle"), note.npos) << note;
}

}  // namespace
}  // namespace erfd
