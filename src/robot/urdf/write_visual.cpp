#include "robot/urdf/write_visual.hpp"

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

std::string geometry(const VisualDescription& visual) {
  switch (visual.kind) {
    case VisualKind::box:
      return fmt::format("<box size=\"{}\"/>", numbers(visual.size));
    case VisualKind::cylinder:
      return fmt::format("<cylinder radius=\"{}\" length=\"{}\"/>", visual.radius, visual.length);
    case VisualKind::sphere:
      return fmt::format("<sphere radius=\"{}\"/>", visual.radius);
    case VisualKind::mesh:
      break;
  }
  const std::string scale =
      visual.scale == Triple{1, 1, 1} ? "" : fmt::format(" scale=\"{}\"", numbers(visual.scale));
  return fmt::format("<mesh filename=\"{}\"{}/>", escaped(visual.mesh), scale);
}

/// Three decimals tell the 256 steps of a colour apart.
std::string material(const std::string& color) {
  unsigned rgb = 0;
  for (const char c : color.substr(1)) {
    rgb = rgb << 4 | static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  const auto share = [&](int shift) { return (rgb >> shift & 255) / 255.0; };
  return fmt::format(
      "      <material name=\"{}\"><color rgba=\"{:.3f} {:.3f} {:.3f} 1\"/></material>\n", color,
      share(16), share(8), share(0));
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string numbers(const Triple& v) { return fmt::format("{} {} {}", v[0], v[1], v[2]); }

std::string visual_element(const VisualDescription& visual) {
  std::string text = "    <visual>\n";
  if (visual.origin && visual.origin->value != OriginDescription{}) {
    text += fmt::format("      <origin xyz=\"{}\" rpy=\"{}\"/>\n",
                        numbers(visual.origin->value.xyz), numbers(visual.origin->value.rpy));
  }
  text += fmt::format("      <geometry>{}</geometry>\n", geometry(visual));
  if (!visual.color.empty()) text += material(visual.color);
  return text + "    </visual>\n";
}

}  // namespace erfd::urdf
