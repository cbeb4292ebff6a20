"""A robot as a linear system about a state."""

from typing import Dict, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import Robot, forward_dynamics_derivatives, inverse_dynamics


def linearise(robot: Robot, *, q: ArrayLike, qd: Optional[ArrayLike] = None,
              tau: Optional[ArrayLike] = None) -> Dict[str, NDArray[np.complex128]]:
    """d/dt (dq, dqd) = A (dq, dqd) + B dtau about a state; without tau it is held by its own torques.

    Keys: A, B, tau, qdd, and the eigenvalues of A, the fastest growing first."""
    position = np.asarray(q, dtype=float)
    speed = np.zeros(robot.nv) if qd is None else np.asarray(qd, dtype=float)
    rest = np.zeros(robot.nv)
    torque = inverse_dynamics(robot, q=position, qd=speed, qdd=rest) if tau is None else np.asarray(tau, dtype=float)
    slopes = forward_dynamics_derivatives(robot, q=position, qd=speed, tau=torque)
    n = robot.nv
    A = np.block([[np.zeros((n, n)), np.eye(n)], [slopes["dqdd_dq"], slopes["dqdd_dqd"]]])
    B = np.vstack([np.zeros((n, n)), slopes["dqdd_dtau"]])
    values = np.linalg.eigvals(A)
    return {"A": A, "B": B, "tau": torque, "qdd": rest if tau is None else slopes["qdd"],
            "eigenvalues": values[np.lexsort((-values.imag, -values.real))]}
