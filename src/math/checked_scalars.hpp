// For what is counted, derived and checked with more digits, but not recorded.
#pragma once

#include "erfd/math/counted.hpp"
#include "erfd/math/dual.hpp"
#include "erfd/math/quad.hpp"

#define ERFD_FOR_EACH_SCALAR(X) X(::erfd::Counted) X(::erfd::Dual) X(::erfd::Quad)
