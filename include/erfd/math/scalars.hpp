// The scalars for which every algorithm is compiled. Adding a scalar to the library is one word in
// this list; ERFD_SCALAR_LIST names another list for a second build of the same sources.
#pragma once

#ifdef ERFD_SCALAR_LIST
#include ERFD_SCALAR_LIST
#else
#define ERFD_FOR_EACH_SCALAR(X) X(double) X(float)
#endif
