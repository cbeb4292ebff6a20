"""The dynamics of the module against laws that share no formula with it."""
import time

import numpy as np
import pytest

import erfd


def test_forward_dynamics_undoes_inverse_dynamics(robot, states):
    tau = erfd.inverse_dynamics(robot, **states)
    qdd = erfd.forward_dynamics(robot, q=states["q"], qd=states["qd"], tau=tau)
    np.testing.assert_allclose(qdd, states["qdd"], rtol=1e-8, atol=1e-8)


def test_torque_is_inertia_times_acceleration_plus_what_rests(robot, states):
    rest = np.zeros_like(states["q"])
    tau = erfd.inverse_dynamics(robot, q=states["q"], qd=rest, qdd=states["qdd"])
    H = erfd.inertia_matrix(robot, q=states["q"])
    gravity = erfd.gravity_torques(robot, q=states["q"])
    np.testing.assert_allclose(tau, np.einsum("kij,kj->ki", H, states["qdd"]) + gravity, rtol=1e-10, atol=1e-9)


def test_gravity_is_the_slope_of_the_potential_energy(robot, states):
    q, h = states["q"], 1e-5
    slope = np.empty_like(q)
    for j in range(robot.nv):
        step = np.zeros(robot.nv)
        step[j] = h
        up = erfd.energies(robot, q=q + step, qd=q * 0)[1]
        down = erfd.energies(robot, q=q - step, qd=q * 0)[1]
        slope[:, j] = (up - down) / (2 * h)
    np.testing.assert_allclose(erfd.gravity_torques(robot, q=q), slope, atol=1e-5)


def test_power_is_the_rate_of_change_of_energy(robot, states):
    q, qd, qdd = (states[name] for name in ("q", "qd", "qdd"))
    h = 1e-5

    def energy(t):
        return sum(erfd.energies(robot, q=q + t * qd + t * t / 2 * qdd, qd=qd + t * qdd))

    power = np.einsum("kj,kj->k", erfd.inverse_dynamics(robot, **states), qd)
    np.testing.assert_allclose((energy(h) - energy(-h)) / (2 * h), power, rtol=1e-5, atol=1e-4)


def test_a_wrench_at_the_tool_adds_what_the_jacobian_says(robot, states):
    wrench = np.array([10.0, -4.0, 7.0, 1.0, 2.0, -3.0])  # fx fy fz, mx my mz
    q, qd, qdd = (states[name] for name in ("q", "qd", "qdd"))
    with_it = erfd.inverse_dynamics(robot, q=q, qd=qd, qdd=qdd, wrench=wrench)
    J = erfd.jacobian(robot, q=q)  # angular rows first
    expected = erfd.inverse_dynamics(robot, **states) - J.transpose(0, 2, 1) @ np.r_[wrench[3:], wrench[:3]]
    np.testing.assert_allclose(with_it, expected, rtol=1e-10, atol=1e-9)
    back = erfd.forward_dynamics(robot, q=q, qd=qd, tau=with_it, wrench=wrench)
    np.testing.assert_allclose(back, qdd, rtol=1e-8, atol=1e-8)


def test_one_state_is_a_row_of_many(robot, states):
    many = erfd.inverse_dynamics(robot, **states)
    one = erfd.inverse_dynamics(robot, **{name: values[3] for name, values in states.items()})
    assert one.shape == (robot.nv,)
    np.testing.assert_array_equal(one, many[3])


def test_threads_give_the_same_numbers(robot, states):
    alone = erfd.inverse_dynamics(robot, **states)
    for threads in (2, 3, 64):
        np.testing.assert_array_equal(erfd.inverse_dynamics(robot, **states, threads=threads), alone)


def test_arrays_of_any_layout_and_type_are_read_as_they_say(robot, states):
    expected = erfd.inverse_dynamics(robot, **states)
    fortran = {name: np.asfortranarray(values) for name, values in states.items()}
    np.testing.assert_array_equal(erfd.inverse_dynamics(robot, **fortran), expected)
    lists = {name: values.tolist() for name, values in states.items()}
    np.testing.assert_array_equal(erfd.inverse_dynamics(robot, **lists), expected)
    np.testing.assert_array_equal(erfd.inverse_dynamics(robot, **{n: v[::2] for n, v in states.items()}), expected[::2])


def test_the_causes_of_a_torque_add_up(robot, states):
    parts = erfd.torque_split(robot, **states)
    for side in ("joint", "motor"):
        total = sum(parts[side].values())
        np.testing.assert_allclose(total, parts[side + "_total"], rtol=1e-9, atol=1e-8)
    assert parts["motor_total"].shape == (50, len(robot.motors))


def test_a_payload_weighs_what_it_weighs():
    bare, loaded = erfd.load("lola15"), erfd.load("lola15", payload_kg=5, payload_com_m=[0, 0, 0.1])
    assert loaded.mass_kg == pytest.approx(bare.mass_kg + 5)
    q = np.array([0.3, 0.4, -0.2, 0.5, 0.8, 0.1])
    X = erfd.forward_kinematics(bare, q=q)
    force = np.array([0, 0, -5 * 9.81])
    arm = X[:3, :3] @ [0, 0, 0.1]
    wrench = np.r_[force, np.cross(arm, force)]
    expected = erfd.inverse_dynamics(bare, q=q, qd=q * 0, qdd=q * 0, wrench=wrench)
    np.testing.assert_allclose(erfd.gravity_torques(loaded, q=q), expected, rtol=1e-10, atol=1e-9)
    split = erfd.torque_split(loaded, q=q, qd=q * 0, qdd=q * 0)
    np.testing.assert_allclose(split["joint"]["payload"], expected - erfd.gravity_torques(bare, q=q), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    "q, message",
    [
        (np.zeros(5), r"argument 'q': found shape \(5,\), expected \(6,\) for one state or \(N, 6\) for many"),
        (np.zeros((2, 6)), r"argument 'qd': found shape \(6,\), but 'q' has \(2, 6\)"),
        (np.array([0, 0, np.nan, 0, 0, 0]), r"argument 'q': found nan as number 2 of state 0"),
    ],
)
def test_wrong_arguments_are_told_apart(q, message):
    arm = erfd.load("lola15")
    with pytest.raises(erfd.Error, match=message):
        erfd.inverse_dynamics(arm, q=q, qd=np.zeros(6), qdd=np.zeros(6))


def test_a_long_call_leaves_the_interpreter_free():
    import threading

    arm = erfd.load("lola15")
    q = np.random.default_rng(1).uniform(-1, 1, (300_000, 6))
    ticks, done = 0, threading.Event()

    def work():
        erfd.forward_dynamics(arm, q=q, qd=q, tau=q)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 3
