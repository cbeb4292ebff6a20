// Sources  [KV20] Kvrgić and Vidaković, Tables 1, 2 and C1;  [MS07] Mohan and Saha, Table 1;
//          [Fe15] Fedorov, Table 6.2.  Errata rows L23 to L25 are in docs/seeds.md.
#include "erfd/study/published.hpp"

namespace erfd {
namespace {

constexpr auto fd = Task::forward_dynamics;
constexpr auto id = Task::inverse_dynamics;

PublishedCount formula(std::string_view method, std::string_view algorithm, Polynomial m, Polynomial a,
                       std::string_view remark = {}) {
  return {method,       algorithm,        "MS07", "Table 1",       fd,    {}, {},
          std::move(m), std::move(a), {},     PoseCost::given, remark};
}

PublishedCount row(std::string_view method, std::string_view algorithm, std::string_view place, int n,
                   long m, long a, std::string_view remark = {}, int right_for = 0) {
  return {method,
          algorithm,
          "KV20",
          place,
          fd,
          n,
          right_for == 0 ? n : right_for,
          Polynomial::constant(m),
          Polynomial::constant(a),
          {},
          PoseCost::given,
          remark};
}

PublishedCount sum_only(std::string_view method, std::string_view algorithm, long operations) {
  return {method,
          algorithm,
          "Fe15",
          "Table 6.2",
          id,
          6,
          6,
          {},
          {},
          operations,
          PoseCost::counted,
          "IRB 140; operations of the written-out equations, kinds not told apart"};
}

std::vector<PublishedCount> kvrgic() {
  constexpr std::string_view mrnea_claim = "called O(n); the second differences are not 0 (L23)";
  constexpr std::string_view of_twelve =
      "printed for 6 joints, but these are the figures of 12 joints in MS07 (L24)";
  constexpr std::string_view not_checked = "the source of the figures is not at hand";
  std::vector<PublishedCount> rows;
  rows.reserve(12);
  const long m[] = {241, 484, 854, 1356}, a[] = {188, 376, 662, 1038};
  for (int k = 0; k < 4; ++k)
    rows.push_back(row("mRNEA", "mrnea", "Table 1", 3 + k, m[k], a[k], mrnea_claim));
  rows.push_back(row("mRNEA, written out", "mrnea_expanded", "Table C1", 6, 1735, 1275,
                     "Lola 15, with its inputs; the rows add up to 1736 and 1281 (L25)"));
  rows.push_back(row("mRNEA, written out", "mrnea_expanded", "Section 6", 6, 1480, 1152,
                     "Lola 15; Table C1 less its inputs gives 1488 and 1161 (L25)"));
  rows.push_back(row("Walker-Orin 1", "walker_orin_1", "Table 2", 6, 3418, 2502, not_checked));
  rows.push_back(row("Walker-Orin 2", "walker_orin_2", "Table 2", 6, 2308, 1692, not_checked));
  rows.push_back(row("Walker-Orin 3", "walker_orin_3", "Table 2", 6, 1627, 1255, not_checked));
  rows.push_back(row("Featherstone", "aba", "Table 2", 6, 2190, 1915, of_twelve, 12));
  rows.push_back(row("Saha", "denoc", "Table 2", 6, 2008, 1919, of_twelve, 12));
  rows.push_back(row("Mohan-Saha", "denoc", "Table 2", 6, 1948, 1667, of_twelve, 12));
  return rows;
}

std::vector<PublishedCount> mohan_saha() {
  return {
      formula("Mohan-Saha", "denoc", {{-128, 173}, 1}, {{-133, 150}, 1},
              "slender rods, without the bias torques; our rods cost 163n - 160 and 151n - 156"),
      formula("Saha", "denoc", {{-284, 191}, 1}, {{-325, 187}, 1}),
      formula("Featherstone", "aba", {{-198, 199}, 1}, {{-173, 174}, 1}),
      formula("Valasek", "aba", {{-343, 226}, 1}, {{-345, 206}, 1}),
      formula("Brandl, Johanni, Otter", "aba", {{-222, 250}, 1}, {{-198, 220}, 1}),
      formula("Walker-Orin by Featherstone", "walker_orin_3", {{-282, 230, 69, 1}, 6},
              {{-276, 233, 42, 1}, 6}),
  };
}

std::vector<PublishedCount> all_rows() {
  std::vector<PublishedCount> rows = kvrgic();
  for (PublishedCount& r : mohan_saha()) rows.push_back(std::move(r));
  rows.push_back(sum_only("Newton-Euler", "rnea", 16080));
  rows.push_back(sum_only("product of exponentials", "poe", 39001));
  return rows;
}

}  // namespace

long PublishedCount::total(int n) const {
  return operations ? *operations : multiplications->at(n) + additions->at(n);
}

const std::vector<PublishedCount>& published_counts() {
  static const std::vector<PublishedCount> rows = all_rows();
  return rows;
}

std::vector<PublishedCount> published_counts(Task task, int joints) {
  std::vector<PublishedCount> chosen;
  for (const PublishedCount& row : published_counts())
    if (row.task == task && row.joints.value_or(joints) == joints) chosen.push_back(row);
  return chosen;
}

}  // namespace erfd
