// The scalars for which every algorithm is compiled. Adding a scalar to the library is one word in
// this list.
#pragma once

#ifdef ERFD_SCALAR_LIST  // a build of the same sources for another scalar, e.g. the quad precision
                         // of the tests
#include ERFD_SCALAR_LIST
#else
#define ERFD_FOR_EACH_SCALAR(X) X(double) X(float)
#endif
