// One list of limits: every one has an id and words of its own.
#include "erfd/base/limit.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace erfd {
namespace {

TEST(Limits, EveryOneHasAnIdOfItsOwnThatIsItsWordsWithoutBlanks) {
  std::set<std::string_view> ids;
  for (unsigned i = 0; i < limit_count; ++i) {
    const auto limit = static_cast<Limit>(i);
    EXPECT_EQ(words_of(limit).limit, limit);
    std::string id(name_of(limit));
    std::ranges::replace_if(id, [](char c) { return c == ' ' || c == '-'; }, '_');
    EXPECT_EQ(id_of(limit), id);
    EXPECT_TRUE(ids.insert(id_of(limit)).second) << id;
    EXPECT_EQ(words_of(limit).turning_unit.empty(), words_of(limit).sliding_unit.empty()) << id;
  }
}

TEST(Limits, ASetHoldsWhatWasAddedAndNothingElse) {
  for (unsigned i = 1; i < limit_count; ++i) {
    LimitSet set;
    EXPECT_FALSE(set.any());
    set.add(static_cast<Limit>(i));
    for (unsigned k = 1; k < limit_count; ++k) EXPECT_EQ(set.has(static_cast<Limit>(k)), k == i);
    EXPECT_EQ(LimitSet::of_bits(set.bits()), set);
    EXPECT_EQ(names_of(set), name_of(static_cast<Limit>(i)));
  }
  LimitSet none;
  none.add(Limit::none);
  EXPECT_FALSE(none.any());
}

// Bits that stand in checkpoint files.
TEST(Limits, OfCheckpointsKeepTheirBits) {
  const Limit limits[] = {Limit::joint_speed,        Limit::motor_speed,   Limit::motor_torque,
                          Limit::torque_speed_curve, Limit::motor_current, Limit::motor_voltage};
  unsigned bit = 1;
  for (const Limit limit : limits) {
    LimitSet set;
    set.add(limit);
    EXPECT_EQ(set.bits(), bit) << name_of(limit);
    EXPECT_EQ(set.torque(), bit >= 4) << name_of(limit);
    bit *= 2;
  }
  EXPECT_FALSE(LimitSet::of_bits(1u << 31).any());
}

}  // namespace
}  // namespace erfd
