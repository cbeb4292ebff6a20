#include "robot/urdf/visual.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace erfd::urdf {
namespace {

/// Empty without a colour that can be read.
std::string read_color(const Element& material, Values& values, const std::string& owner) {
  const Element* const element = material.FirstChildElement("color");
  if (!element) return "";
  const auto rgba = values.quadruple(*element, "rgba", owner);
  if (!rgba) return "";
  if (std::any_of(rgba->value.begin(), rgba->value.end(),
                  [](double x) { return x < 0 || x > 1; })) {
    values.findings().error(
        "visual", rgba->at,
        fmt::format("{}: rgba is '{}', expected numbers from 0 to 1; divide by 255?", owner,
                    shown(element->Attribute("rgba"))));
    return "";
  }
  const auto byte = [&](std::size_t k) { return std::lround(255 * rgba->value[k]); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(0), byte(1), byte(2));
}

/// Dynamics does not need what is drawn: errors of `read(values)` become warnings.
template <class Read>
auto leniently(Values& values, Read read) {
  Diagnostics problems;
  Values lenient = values.reporting_to(problems);
  auto result = read(lenient);
  for (const Diagnostic& problem : problems.all()) {
    values.findings().warning(problem.check, problem.at, problem.message);
  }
  return result;
}

template <class Visit>
void for_each_child(const Element& parent, const char* name, Visit visit) {
  for (const Element* child = parent.FirstChildElement(name); child;
       child = child->NextSiblingElement(name)) {
    visit(*child);
  }
}

class VisualReader {
 public:
  VisualReader(const Element& visual, const Materials& materials, Values& values,
               const std::string& owner)
      : visual_(visual), materials_(materials), values_(values), owner_(owner) {}

  /// Empty for what cannot be drawn: told, or of a kind that counts as not used.
  std::optional<VisualDescription> read() {
    const Element* const geometry = visual_.FirstChildElement("geometry");
    if (!geometry || !geometry->FirstChildElement()) {
      refuse(visual_, "<visual> has no <geometry>; write a box, cylinder, sphere or mesh");
      return std::nullopt;
    }
    result_.at = values_.at(visual_);
    result_.origin = values_.origin(visual_, owner_);
    if (!read_shape(*geometry)) return std::nullopt;
    if (const Element* const material = visual_.FirstChildElement("material")) {
      result_.color = color_of(*material);
    }
    return result_;
  }

 private:
  void refuse(const Element& element, const char* message) {
    values_.findings().error("visual", values_.at(element), fmt::format("{}: {}", owner_, message));
  }

  bool read_shape(const Element& geometry) {
    if (const Element* const box = geometry.FirstChildElement("box")) return read_box(*box);
    if (const Element* const sphere = geometry.FirstChildElement("sphere")) {
      result_.kind = VisualKind::sphere;
      return read_length(*sphere, "radius", result_.radius);
    }
    if (const Element* const cylinder = geometry.FirstChildElement("cylinder")) {
      result_.kind = VisualKind::cylinder;
      return read_length(*cylinder, "radius", result_.radius) &&
             read_length(*cylinder, "length", result_.length);
    }
    const Element* const mesh = geometry.FirstChildElement("mesh");
    return mesh && read_mesh(*mesh);
  }

  bool read_length(const Element& shape, const char* name, double& length) {
    const auto number = values_.required_number(shape, name, owner_);
    if (number) length = number->value;
    return number.has_value();
  }

  bool read_box(const Element& box) {
    if (!box.Attribute("size")) refuse(box, "<box> has no size; write size=\"x y z\" in metres");
    const auto size = values_.triple(box, "size", owner_);
    if (size) result_.size = size->value;
    return size.has_value();
  }

  bool read_mesh(const Element& mesh) {
    result_.kind = VisualKind::mesh;
    const auto name = values_.text(mesh, "filename", owner_);
    if (!name) return false;
    result_.mesh = *name;
    result_.at = values_.at(mesh, "filename");
    if (!mesh.Attribute("scale")) return true;
    const auto scale = values_.triple(mesh, "scale", owner_);
    if (scale) result_.scale = scale->value;
    return scale.has_value();
  }

  std::string color_of(const Element& material) {
    std::string own = read_color(material, values_, owner_);
    const char* const name = material.Attribute("name");
    if (!own.empty() || !name) return own;
    const auto known = materials_.find(name);
    return known == materials_.end() ? "" : known->second;
  }

  const Element& visual_;
  const Materials& materials_;
  Values& values_;
  const std::string& owner_;
  VisualDescription result_;
};

}  // namespace

Materials read_materials(const Element& robot, Values& values) {
  Materials materials;
  const auto add = [&](const Element& material, Values& reading) {
    const char* const name = material.Attribute("name");
    if (!name || !material.FirstChildElement("color")) return;
    materials.try_emplace(name,
                          read_color(material, reading, fmt::format("material '{}'", shown(name))));
  };
  leniently(values, [&](Values& lenient) {
    for_each_child(robot, "material", [&](const Element& material) { add(material, lenient); });
    return true;
  });
  Diagnostics told_with_the_visual;
  Values quiet = values.reporting_to(told_with_the_visual);
  for_each_child(robot, "link", [&](const Element& link) {
    for_each_child(link, "visual", [&](const Element& visual) {
      for_each_child(visual, "material", [&](const Element& material) { add(material, quiet); });
    });
  });
  return materials;
}

std::vector<VisualDescription> read_visuals(const Element& link, const Materials& materials,
                                            Values& values, const std::string& owner) {
  return leniently(values, [&](Values& lenient) {
    std::vector<VisualDescription> visuals;
    for_each_child(link, "visual", [&](const Element& visual) {
      if (auto read = VisualReader(visual, materials, lenient, owner).read()) {
        visuals.push_back(std::move(*read));
      }
    });
    return visuals;
  });
}

}  // namespace erfd::urdf
