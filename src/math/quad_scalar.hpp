// Quad precision alone: for what is checked with more digits, but neither counted nor recorded.
#pragma once

#include "erfd/math/quad.hpp"

#define ERFD_FOR_EACH_SCALAR(X) X(::erfd::Quad)
