// Everything a user of the library needs: load a robot, compute its motion and its torques.
#pragma once

#include "erfd/dynamics/aba.hpp"
#include "erfd/dynamics/bias.hpp"
#include "erfd/dynamics/coriolis.hpp"
#include "erfd/dynamics/crba.hpp"
#include "erfd/dynamics/denoc.hpp"
#include "erfd/dynamics/denoc_rods.hpp"
#include "erfd/dynamics/energy.hpp"
#include "erfd/dynamics/engine.hpp"
#include "erfd/dynamics/external_torques.hpp"
#include "erfd/dynamics/jacobian.hpp"
#include "erfd/dynamics/kinematics.hpp"
#include "erfd/dynamics/lagrange.hpp"
#include "erfd/dynamics/poe.hpp"
#include "erfd/dynamics/rnea.hpp"
#include "erfd/dynamics/routes.hpp"
#include "erfd/model/build.hpp"
