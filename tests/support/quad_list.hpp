// The scalar list of the build of the algorithms in quad precision.
#pragma once

#include "support/quad.hpp"

#define ERFD_FOR_EACH_SCALAR(X) X(::erfd::test::Quad)
