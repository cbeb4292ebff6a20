// A shorter recording by common factors, products and sums.
#pragma once

#include "erfd/generate/record.hpp"

namespace erfd::generate {

/// The same function. Never longer: if nothing was gained, the recording itself.
RecordedFunction factored(const RecordedFunction& recorded);

}  // namespace erfd::generate
