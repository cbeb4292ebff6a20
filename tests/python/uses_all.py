"""Every call with its types: mypy --strict reads it, test_docs.py runs it."""

import numpy as np
from numpy.typing import NDArray

import erfd

arm: erfd.Robot = erfd.load("lola15", payload_kg=2.5, settings=["drive.motor2.torque_peak_N_m=30"])
q = arm.neutral()
tau = erfd.inverse_dynamics(arm, q=q, qd=q, qdd=q, threads=2)
qdd = erfd.forward_dynamics(arm, q=q, qd=q, tau=tau)
H = erfd.inertia_matrix(arm, q=[q, q])
shares: dict[str, NDArray[np.float64]] = erfd.torque_split(arm, q=q, qd=q, qdd=q)["motor"]
kinetic, potential = erfd.energies(arm, q=q, qd=q)
weight: float = float(erfd.gravity_torques(arm, q=q)[1])
tool = erfd.forward_kinematics(arm, q=q)
rows: int = erfd.jacobian(arm, q=q, frame=arm.tool).shape[0]
answer = erfd.inverse_kinematics(arm, pose=tool, q_near=q)
if answer["ok"] and answer["q"] is not None:
    size: int = answer["q"].size
asked: erfd.Plan = erfd.plan(arm, "pick_and_place", speed=0.9, progress=lambda share: None)
verdict: erfd.Verdict = erfd.verify_plan(asked, gain=20)
again: bool = bool(erfd.verify("lola15", "pick_and_place"))
lines = [move["line"] for move in verdict.to_dict()["moves"]]

slopes: dict[str, NDArray[np.float64]] = erfd.inverse_dynamics_derivatives(arm, q=q, qd=q, qdd=q)
forward: dict[str, NDArray[np.float64]] = erfd.forward_dynamics_derivatives(arm, q=q, qd=q, tau=q, threads=1)
linear = erfd.linearise(arm, q=q)
Y: NDArray[np.float64] = erfd.regressor(arm, q=q, qd=q, qdd=q)
same = Y @ erfd.inertial_parameters(arm)
count: int = len(erfd.base_parameters(arm)["names"])
run = erfd.simulate(arm, duration_s=0.02, q=q, input=lambda t, position, speed: position * 0)
code: str = erfd.generate("planar2r", functions=["gravity"], language="c")
quick: erfd.Verdict = erfd.verify("lola15", "pick_and_place", advice=False, causes=False)
