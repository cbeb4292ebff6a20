"""Derivatives, linear systems, regressors: against differences and against the dynamics themselves."""
import numpy as np
import pytest

import erfd


def slope(function, values, h=1e-6):
    """d function / d values by central differences, a column each."""
    columns = []
    for j in range(values.size):
        step = np.zeros(values.size)
        step[j] = h
        columns.append((function(values + step) - function(values - step)) / (2 * h))
    return np.array(columns).T


def test_derivatives_of_torques_are_their_slopes(robot, states):
    q, qd, qdd = (states[name][0] for name in ("q", "qd", "qdd"))
    found = erfd.inverse_dynamics_derivatives(robot, q=q, qd=qd, qdd=qdd)
    scale = np.abs(erfd.inertia_matrix(robot, q=q)).max()
    np.testing.assert_allclose(found["dtau_dq"], slope(lambda x: erfd.inverse_dynamics(robot, q=x, qd=qd, qdd=qdd), q), atol=1e-5 * scale)
    np.testing.assert_allclose(found["dtau_dqd"], slope(lambda x: erfd.inverse_dynamics(robot, q=q, qd=x, qdd=qdd), qd), atol=1e-5 * scale)
    np.testing.assert_allclose(found["dtau_dqdd"], erfd.inertia_matrix(robot, q=q), atol=1e-10 * scale)


def test_derivatives_of_many_states_are_those_of_each(robot, states):
    many = erfd.forward_dynamics_derivatives(robot, q=states["q"], qd=states["qd"], tau=states["qdd"], threads=2)
    one = erfd.forward_dynamics_derivatives(robot, q=states["q"][7], qd=states["qd"][7], tau=states["qdd"][7])
    for name, value in one.items():
        np.testing.assert_array_equal(many[name][7], value)
    np.testing.assert_allclose(many["qdd"], erfd.forward_dynamics(robot, q=states["q"], qd=states["qd"], tau=states["qdd"]),
                               rtol=1e-8, atol=1e-8)


def test_the_regressor_times_the_parameters_is_the_torque(robot, states):
    Y = erfd.regressor(robot, **states)
    tau = erfd.inverse_dynamics(robot, **states)
    np.testing.assert_allclose(Y @ erfd.inertial_parameters(robot), tau, rtol=1e-10, atol=1e-9)
    base = erfd.base_parameters(robot)
    assert np.linalg.matrix_rank(Y.reshape(-1, Y.shape[-1]), tol=1e-9 * np.abs(Y).max()) == len(base["names"])
    np.testing.assert_allclose(base["grouping"] @ erfd.inertial_parameters(robot), base["values"], rtol=1e-12, atol=1e-12)


def test_a_pendulum_that_hangs_swings_with_its_frequency():
    arm = erfd.load("planar2r")
    hanging = np.array([-np.pi / 2, 0])
    linear = erfd.linearise(arm, q=hanging)
    assert np.abs(linear["eigenvalues"].real).max() < 1e-6
    H = erfd.inertia_matrix(arm, q=hanging)
    stiffness = slope(lambda x: erfd.gravity_torques(arm, q=x), hanging)
    frequencies = np.sqrt(np.linalg.eigvals(np.linalg.solve(H, stiffness)).real)
    np.testing.assert_allclose(np.sort(linear["eigenvalues"].imag)[2:], np.sort(frequencies), rtol=1e-6)


def test_a_free_base_has_no_derivatives_and_says_so():
    body = erfd.load("eel")
    zero = np.zeros(body.nv)
    with pytest.raises(erfd.Error, match="free"):
        erfd.inverse_dynamics_derivatives(body, q=body.neutral(), qd=zero, qdd=zero)
