// [[body.visual]] and [[base.visual]] as text.
#include "robot/file/write_parts.hpp"

#include <fmt/format.h>

namespace erfd {
namespace {

void write_kind(const VisualDescription& visual, TableWriter& out) {
  switch (visual.kind) {
    case VisualKind::box:
      return out.plain("box_m", toml_list(visual.size));
    case VisualKind::cylinder:
      return out.plain("cylinder",
                       fmt::format("{{ radius_m = {}, length_m = {} }}", toml_number(visual.radius),
                                   toml_number(visual.length)));
    case VisualKind::sphere:
      return out.plain("sphere_m", toml_number(visual.radius));
    case VisualKind::mesh:
      break;
  }
  out.text("mesh", visual.mesh);
  if (visual.scale != Triple{1, 1, 1}) out.plain("scale", toml_list(visual.scale));
}

}  // namespace

void write_visuals(std::string_view header, const std::vector<VisualDescription>& visuals,
                   TableWriter& owner) {
  for (const VisualDescription& visual : visuals) {
    TableWriter& out = owner.child(std::string(header));
    write_kind(visual, out);
    out.text_if_any("color", visual.color);
    write_origin("origin", visual.origin, out);
  }
}

}  // namespace erfd
