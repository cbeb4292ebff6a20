#include "robot/mesh/text.hpp"

#include "base/toml/findings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace erfd {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";
constexpr double largest = std::numeric_limits<float>::max();

}  // namespace

bool MeshText::next_line() {
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  ++number_;
  return true;
}

std::string_view MeshText::next_word() {
  line_.remove_prefix(std::min(line_.find_first_not_of(blanks), line_.size()));
  const std::string_view word = line_.substr(0, line_.find_first_of(blanks));
  line_.remove_prefix(word.size());
  return word;
}

std::array<float, 3> MeshText::next_point() {
  std::array<float, 3> point{};
  for (float& coordinate : point) {
    const std::string_view word = next_word();
    const std::string_view digits = word.substr(word.starts_with('+') ? 1 : 0);
    double value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || stop != end || !(std::abs(value) <= largest))
      refuse(fmt::format("found {}, expected three finite numbers; export the mesh again",
                         word.empty() ? "the end of the line" : in_quotes(word)));
    coordinate = static_cast<float>(value);
  }
  return point;
}

void MeshText::refuse(const std::string& problem) const {
  refuse_mesh(fmt::format("{}:{}", file_, number_), problem);
}

void refuse_mesh(const std::string& file, const std::string& problem) {
  throw Error(fmt::format("{}: {}", file, problem));
}

void check_triangle_count(const std::string& file, std::size_t count) {
  if (count <= most_mesh_triangles) return;
  refuse_mesh(file, fmt::format("found {} triangles, expected at most {}; thin the mesh", count,
                                most_mesh_triangles));
}

void check_mesh_size(const std::string& file, std::size_t bytes) {
  if (bytes <= most_mesh_bytes) return;
  refuse_mesh(file, fmt::format("found {:.1f} MiB, expected at most {}; thin the mesh",
                                static_cast<double>(bytes) / (1 << 20), most_mesh_bytes >> 20));
}

}  // namespace erfd
