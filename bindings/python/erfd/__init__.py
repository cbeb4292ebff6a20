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

from typing import Any

from ._core import (
    Error,
    Plan,
    Robot,
    Verdict,
    __version__,
    energies,
    forward_dynamics,
    forward_kinematics,
    gravity_torques,
    inertia_matrix,
    inverse_dynamics,
    inverse_kinematics,
    jacobian,
    load,
    plan,
    torque_split,
    verify_plan,
)

__all__ = [
    "Error", "Plan", "Robot", "Verdict", "__version__", "energies", "forward_dynamics", "forward_kinematics",
    "gravity_torques", "inertia_matrix", "inverse_dynamics", "inverse_kinematics", "jacobian", "load", "plan",
    "torque_split", "verify", "verify_plan",
]


def verify(robot: "Robot | str", program: str, *, gain: float = 20.0, causes: bool = True, progress: Any = None,
           **options: Any) -> Verdict:
    """Can the robot do what the program asks, and why not? Options as of plan()."""
    arm = load(robot) if isinstance(robot, str) else robot
    return verify_plan(plan(arm, program, progress=progress, **options), gain=gain, causes=causes, progress=progress)
