// A library that was built without the page.
#include "erfd/report/page.hpp"

namespace erfd {

std::span<const PageAsset> page_assets() { return {}; }

}  // namespace erfd
