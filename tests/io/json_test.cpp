#include "erfd/io/json.hpp"

#include "erfd/base/error.hpp"

#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace erfd {
namespace {

TEST(Json, KeysKeepTheirOrderAndListsOfNumbersStandOnOneLine) {
  Json json = Json::Object{{"robot", "bot"}, {"a", Json::List{1, 2.5, Json()}}};
  json.set("nested", Json::Object{{"yes", true}, {"none", Json::List{}}});
  EXPECT_EQ(json.text(),
            "{\n"
            "  \"robot\": \"bot\",\n"
            "  \"a\": [1, 2.5, null],\n"
            "  \"nested\": {\n"
            "    \"yes\": true,\n"
            "    \"none\": []\n"
            "  }\n"
            "}");
}

TEST(Json, IsReadBackByAnIndependentReader) {
  MatrixX<double> m(2, 2);
  m << 1.0 / 3, -2e-300, 0.1, 7;
  const std::string nasty = "quote \" backslash \\ line\nbreak \x01 Kvrgić";
  const Json json = Json::Object{{nasty, Json::matrix(m)}};
  const auto read = nlohmann::json::parse(json.text());
  ASSERT_TRUE(read.contains(nasty));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) EXPECT_EQ(read[nasty][i][j].get<double>(), m(i, j));
}

TEST(Json, BytesThatAreNoUtf8BecomeReadable) {
  EXPECT_TRUE(nlohmann::json::accept(Json("\xff\xfe").text()));
}

TEST(Json, NumbersThatAreNotFiniteAreRefused) {
  EXPECT_THROW(Json(std::numeric_limits<double>::quiet_NaN()).text(), Error);
  EXPECT_THROW(Json(Json::List{-std::numeric_limits<double>::infinity()}).text(), Error);
}

}  // namespace
}  // namespace erfd
