// Everything a user of the library needs: load a robot, compute its motion and its torques.
#pragma once

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/mrnea.hpp"
#include "erfd/dynamics/mrnea_expanded.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/dynamics/walker_orin.hpp"
#include "erfd/model/build.hpp"
