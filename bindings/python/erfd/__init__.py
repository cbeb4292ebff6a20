"""ERFD: what a robot with its drives will really do.

    import numpy as np
    import erfd

    arm = erfd.load("lola15")
    tau = erfd.inverse_dynamics(arm, q=np.zeros(6), qd=np.zeros(6), qdd=np.zeros(6))   # [N m]
    verdict = erfd.verify(arm, "pick_and_place")
    print(verdict.text)

Joint positions are in rad or m, speeds in rad/s or m/s, torques in N m or N. States are arrays (n,) or,
many at once, (N, n); results have the same leading shape. Broken input raises erfd.Error, a ValueError.
"""

from typing import Any, Sequence

from ._core import (
    Error,
    Plan,
    Robot,
    Verdict,
    __version__,
    base_parameters,
    energies,
    forward_dynamics,
    forward_dynamics_derivatives,
    forward_kinematics,
    gravity_torques,
    inertia_matrix,
    inertial_parameters,
    inverse_dynamics,
    inverse_dynamics_derivatives,
    inverse_kinematics,
    jacobian,
    load,
    optimise,
    plan,
    regressor,
    simulate,
    sweep,
    torque_split,
    verify_plan,
)
from ._linear import linearise

__all__ = [
    "Error", "Plan", "Robot", "Verdict", "__version__", "base_parameters", "energies", "forward_dynamics",
    "forward_dynamics_derivatives", "forward_kinematics", "generate", "gravity_torques", "inertia_matrix", "inertial_parameters",
    "inverse_dynamics", "inverse_dynamics_derivatives", "inverse_kinematics", "jacobian", "linearise", "load", "optimise", "plan",
    "regressor", "simulate", "sweep", "torque_split", "verify", "verify_plan",
]


def verify(robot: "Robot | str", program: str, *, gain: float = 20.0, causes: bool = True,
           signals: bool = True, advice: bool = True, progress: Any = None,
           **options: Any) -> Verdict:
    """Can the robot do what the program asks, and why not? Options as of plan()."""
    arm = load(robot) if isinstance(robot, str) else robot
    return verify_plan(plan(arm, program, progress=progress, **options), gain=gain, causes=causes, signals=signals,
                       advice=advice, progress=progress)


def generate(robot: str, *, functions: Sequence[str] = ("id", "fd"), language: str = "c", name: str = "",
             settings: Sequence[str] = (), single_precision: bool = False, batch: bool = False) -> str:
    """One self-contained file with functions of a robot (by name or path), as `erfd generate` writes it."""
    from ._generate import generate as write

    return write(robot, list(settings), list(functions), language, name, single_precision, batch)
