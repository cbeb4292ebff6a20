// The scalars that study the algorithms instead of running robots: operation counts, quad precision,
// derivatives and recordings.
#pragma once

#include "erfd/math/counted.hpp"
#include "erfd/math/dual.hpp"
#include "erfd/math/quad.hpp"
#include "erfd/math/traced.hpp"

#define ERFD_FOR_EACH_SCALAR(X) X(::erfd::Counted) X(::erfd::Dual) X(::erfd::Quad) X(::erfd::Traced)
