import numpy as np
import pytest

import erfd


def test_a_robot_shows_itself():
    text = repr(erfd.load("lola15"))
    assert text.splitlines()[0].startswith("lola15: 6 joints, ")
    assert "6 motors" in text and "axis1" in text


def test_names_and_sizes(robot):
    assert len(robot.joints) == robot.nv == robot.neutral().size
    assert robot.lower.shape == robot.upper.shape == (robot.nv,)
    assert robot.tool in robot.frames


def test_an_unknown_robot_names_the_nearest():
    with pytest.raises(erfd.Error, match="lola15"):
        erfd.load("lola51")
    assert issubclass(erfd.Error, ValueError)


def test_settings_speak_the_words_of_the_file():
    q = np.array([0.3, 0.4, -0.2, 0.5, 0.8, 0.1])
    heavy = erfd.load("lola15", gravity_m_s2=[0, 0, -19.62])
    np.testing.assert_allclose(erfd.gravity_torques(heavy, q=q), 2 * erfd.gravity_torques(erfd.load("lola15"), q=q))
    with pytest.raises(erfd.Error, match="torque_peak_N_m"):
        erfd.load("lola15", settings=["drive.motor2.torque_peak_Nm=4"])


def test_a_pose_and_back():
    arm = erfd.load("lola15")
    q = np.array([0.3, 0.4, -0.2, 0.5, 0.8, 0.1])
    pose = erfd.forward_kinematics(arm, q=q)
    found = erfd.inverse_kinematics(arm, pose=pose, q_near=q + 0.05)
    assert found["ok"] and found["status"] == "ok"
    np.testing.assert_allclose(found["q"], q, atol=1e-10)
    far = pose.copy()
    far[:3, 3] *= 10
    assert not erfd.inverse_kinematics(arm, pose=far)["ok"]


def test_a_jacobian_moves_the_tool(robot, states):
    q, qd, h = states["q"], states["qd"], 1e-6
    J = erfd.jacobian(robot, q=q)
    ahead, behind = (erfd.forward_kinematics(robot, q=q + s * h * qd) for s in (1, -1))
    velocity = (ahead[:, :3, 3] - behind[:, :3, 3]) / (2 * h)
    np.testing.assert_allclose((J @ qd[:, :, None])[:, 3:, 0], velocity, atol=1e-7)
