// The scalars for which every algorithm is compiled. Adding a scalar to the library is one word in
// this list.
#pragma once

// ERFD_SCALAR_LIST builds the same sources for other scalars, e.g. the quad precision of the tests.
#ifdef ERFD_SCALAR_LIST
#include ERFD_SCALAR_LIST
#else
#define ERFD_FOR_EACH_SCALAR(X) X(double) X(float)
#endif
