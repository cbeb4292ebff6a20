// The vectors of Appendix B of [KV20] as printed and as corrected, equation by equation.
#include "reproduce/papers/kvrgic_appendix_b.hpp"

namespace erfd::appendix_b {

void AppendixB::links_1_and_2() {
  const Vector &r1 = s_.r[1], &r2 = s_.r[2];
  const Vector b11_printed{p_[1].y() - r1.y(), p_[1].x() + r1.x(), 0},
      b11{-p_[1].y() - r1.y(), p_[1].x() + r1.x(), 0};
  add("b11", 1, 1, 0, b11_printed, b11);
  same("b111", 1, 1, 1, {-b11.y(), b11.x(), 0});
  const double v6 = -r2.z() - v14, v7 = v13 - s1 * r2.y() - c1 * r2.x(), v10 = 2 * r2.z();
  const Vector b21{-s1 * v5 - r2.y(), c1 * v5 + r2.x(), 0};
  same("b21", 2, 1, 0, b21);
  same("b22", 2, 2, 0, {c1 * v6, s1 * v6, -v7});
  same("b211", 2, 1, 1, {-b21.y(), b21.x(), 0});
  const double v8 = 2 * s1 * c2, v9 = -2 * c1 * c2;
  add("b212", 2, 1, 2, {v8_printed * a2 + s1 * v10, v9_printed * a2 - c1 * v10, 0},
      {v8 * a2 + s1 * v10, v9 * a2 - c1 * v10, 0});
  add("b222", 2, 2, 2, {c1 * v7, s1 * v7, r2.z() - v14}, {c1 * v7, s1 * v7, v6});
}

void AppendixB::b_by_arm(std::size_t i) {
  const Vector& r = s_.r[i];
  const double b9 = s1 * r.y() + c1 * r.x(), b2 = v12 + v14 + r.z(), b3 = v31 + b9,
               b4 = 2 * (v12 + r.z()), b5 = s1 * b4, b6 = c1 * b4, b7 = v13 - b3,
               b8_printed = v12 - r.z(), b8 = -(v12 + r.z());
  const double v81 = 2 * s1 * v14,
               v91 = -2 * c1 * v14;  // nowhere defined in print: taken as 0 there
  const Vector bi1{-Y6 - r.y(), X6 + r.x(), 0};
  same("b_i1", i, 1, 0, bi1);
  same("b_i2", i, 2, 0, {-c1 * b2, -s1 * b2, b3 - v13});
  add("b_i3", i, 3, 0, {-c1 * b4, -s1 * b4, b3}, {-c1 * b4 / 2, -s1 * b4 / 2, b3});
  same("b_i11", i, 1, 1, {-bi1.y(), bi1.x(), 0});
  add("b_i12", i, 1, 2, {b5, -b6, 0}, {b5 + v81, -b6 + v91, 0});
  same("b_i13", i, 1, 3, {b5, -b6, 0});
  add("b_i22", i, 2, 2, {c1 * b7, s1 * b7, b8_printed - v14}, {c1 * b7, s1 * b7, b8 - v14});
  const Vector b33_printed{-c1 * b3, -s1 * b3, b8_printed}, b33{-c1 * b3, -s1 * b3, b8};
  add("b_i23", i, 2, 3, 2 * b33_printed, 2 * b33);
  add("b_i33", i, 3, 3, b33_printed, b33);
}

void AppendixB::b_by_q4(std::size_t i) {
  const Vector& r = s_.r[i];
  const double b10 = v4 * r.z() - s23 * r.y(), b11 = s23 * r.x() - v2 * r.z(),
               b12 = v2 * r.y() - v4 * r.x(), b13 = v3 * r.x() - v1 * r.y();
  same("b_i4", i, 4, 0, {b10, b11, b12});
  same("b_i14", i, 1, 4, {-2 * b11, 2 * b10, 0});
  // E lost the factor here and in b_i15.
  in_e("b_i14", i, 1, 4, {-b11, b10, 0});
  const Vector printed{c23 * r.y() - c1 * b12 + v4 * v9_printed,
                       -c23 * r.x() - s1 * b12 - v2 * v9_printed, b13 + s1 * b11 + c1 * b10},
      corrected = 2 * Vector(-c1 * b12, -s1 * b12, s1 * b11 + c1 * b10);
  add("b_i24", i, 2, 4, printed, corrected);
  add("b_i24", i, 3, 4, printed, corrected);
  same("b_i44", i, 4, 4, {v4 * b12 - s23 * b11, s23 * b10 - v2 * b12, v2 * b11 - v4 * b10});
}

void AppendixB::b_by_q5(std::size_t i) {
  const Vector& r = s_.r[i];
  const double b14 = v16 * r.y() - v18 * r.x(), b15 = v20 * r.x() - v16 * r.z(),
               b16 = v18 * r.z() - v20 * r.y(), b17 = v20 * (s1 * r.x() - c1 * r.y());
  same("b_i5", i, 5, 0, {b16, b15, b14});
  same("b_i15", i, 1, 5, {-2 * b15, 2 * b16, 0});
  in_e("b_i15", i, 1, 5, {-b15, b16, 0});
  const Vector by_arm = 2 * Vector(-c1 * b14, -s1 * b14, b17 - c4 * r.z());
  same("b_i25", i, 2, 5, by_arm);
  same("b_i25", i, 3, 5, by_arm);
  same("b_i45", i, 4, 5,
       2 * Vector(v4 * b14 - s23 * b15, s23 * b16 - v2 * b14, v2 * b15 - v4 * b16));
  same("b_i55", i, 5, 5, {v18 * b14 - v20 * b15, v20 * b16 - v16 * b14, v16 * b15 - v18 * b16});
}

void AppendixB::b_by_q6() {
  const Vector& r = s_.r[6];
  const double v35 = ay * r.z() - az * r.y(), v36 = az * r.x() - ax * r.z(),
               v37 = ax * r.y() - ay * r.x(), v47 = v4 * az - s23 * ay, v48 = s23 * ax - v2 * az,
               v49 = v2 * ay - v4 * ax, v70 = s1 * v36 + c1 * v35;
  const Vector v61{v4 * v37 - s23 * v36, s23 * v35 - v2 * v37, v2 * v36 - v4 * v35},  // to v63
      v64{-(v18 * ay + v20 * az) * r.x(), -(v20 * az + v16 * ax) * r.y(),
          -(v16 * ax + v18 * ay) * r.z()},                                 // to v66
      v67{ay * v37 - az * v36, az * v35 - ax * v37, ax * v36 - ay * v35},  // to v69
      v71{(v20 * r.z() + v18 * r.y()) * ax, (v16 * r.x() + v20 * r.z()) * ay,
          (v18 * r.y() + v16 * r.x()) * az};  // to v73
  same("b66", 6, 6, 0, {v35, v36, v37});
  same("b616", 6, 1, 6, {-2 * v36, 2 * v35, 0});
  same("b626", 6, 2, 6, 2 * Vector(-c1 * v37, -s1 * v37, v70));
  same("b626", 6, 3, 6, 2 * Vector(-c1 * v37, -s1 * v37, v70));
  add("b646", 6, 4, 6, Vector(v47, v48, v49).cross(r) + v61, 2 * v61);
  add("b656", 6, 5, 6, 2 * (v71 + v64) + v67, 2 * (v71 + v64));
  same("b666", 6, 6, 6, v67);
}

void AppendixB::d_by_arm(std::size_t i) {
  const Matrix3<double>& I = s_.I[i];
  const double Ix = I(0, 0), Iy = I(1, 1), Iz = I(2, 2), Ixy = -I(0, 1), Ixz = -I(0, 2),
               Iyz = -I(1, 2);
  const double e1 = c1 * c1 - s1 * s1, e_1 = Ix * s1 + Ixy * c1, e_2 = Ixy * s1 + Iy * c1,
               e_3 = Ixz * s1 - Iyz * c1, e_4 = Ix + Iy - Iz, e_5 = Ixz * c1 + Iyz * s1,
               e_6 = s1 * c1 * (Ix - Iy);
  same("d_i1", i, 1, 0, {-Ixz, -Iyz, Iz});
  if (i == 1) return;
  same("d_i2", i, 2, 0, {e_1, -e_2, -e_3});
  same("d_i11", i, 1, 1, {Iyz, -Ixz, 0});
  same("d_i12", i, 1, 2, {c1 * e_4, s1 * e_4, -2 * e_5});
  const Vector d22{c1 * e_3, s1 * e_3, e1 * Ixy + e_6};
  same("d_i22", i, 2, 2, d22);
  if (i == 2) return;
  same("d_i3", i, 3, 0, {e_1, -e_2, -e_3});
  same("d_i13", i, 1, 3, {c1 * e_4, s1 * e_4, -2 * e_5});
  same("d_i23", i, 2, 3, 2 * d22);
  same("d_i33", i, 3, 3, d22);
}

void AppendixB::d_by_q4(std::size_t i) {
  const Matrix3<double>& I = s_.I[i];
  const double Ix = I(0, 0), Iy = I(1, 1), Iz = I(2, 2), Ixy = -I(0, 1), Ixz = -I(0, 2),
               Iyz = -I(1, 2);
  const double e_1 = Ix * s1 + Ixy * c1, e_2 = Ixy * s1 + Iy * c1, e_3 = Ixz * s1 - Iyz * c1,
               e_4 = Ix + Iy - Iz;
  const Vector d4_ = d(i, 4), d1113_printed = I * Vector(v1, v3, c23),
               d1113 = I * Vector(-v1, -v3, c23);  // I (z1 × z3)
  const double e7 = d4_.x(), e8 = d4_.y(), e9 = d4_.z(), e10 = Ixz * v4 - Iyz * v2;
  const double b9 = s1 * s_.r[i].y() + c1 * s_.r[i].x();
  same("d_i4", i, 4, 0,
       {Ix * v2 - Ixy * v4 - Ixz * s23, Iy * v4 - Ixy * v2 - Iyz * s23,
        Iz * s23 - Ixz * v2 - Iyz * v4});
  same("d_i14", i, 1, 4, {2 * Iyz * s23 - v4 * e_4, v2 * e_4 - 2 * Ixz * s23, 2 * e10});
  const double last = -v4 * e_1 - v2 * e_2 + s1 * e8 + c1 * e7;
  const Vector printed = d1113_printed + Vector(v4 * e_3 + s23 * e_2 - c1 * b9,
                                                v2 * e_3 + s23 * e_1 - s1 * e9, last),
               corrected = d1113 + Vector(-v4 * e_3 + s23 * e_2 - c1 * e9,
                                          v2 * e_3 + s23 * e_1 - s1 * e9, last);
  add("d_i24", i, 2, 4, printed, corrected);
  add("d_i24", i, 3, 4, printed, corrected);
  add("d_i44", i, 4, 4, {v4 * e9 + s23 * e8, s23 * e7 - v2 * e9, v2 * e8 - v4 * e7},
      {v4 * e9 - s23 * e8, s23 * e7 - v2 * e9, v2 * e8 - v4 * e7});
}

void AppendixB::d_by_q5(std::size_t i) {
  const Matrix3<double>& I = s_.I[i];
  const double Ix = I(0, 0), Iy = I(1, 1), Iz = I(2, 2), Ixy = -I(0, 1), Ixz = -I(0, 2),
               Iyz = -I(1, 2);
  const double e_1 = Ix * s1 + Ixy * c1, e_2 = Ixy * s1 + Iy * c1, e_3 = Ixz * s1 - Iyz * c1,
               e_4 = Ix + Iy - Iz;
  const Vector d4_ = d(i, 4);
  const double e7 = d4_.x(), e8 = d4_.y(), e9 = d4_.z(), e14 = Ix * v16 - Ixy * v18 - Ixz * v20,
               e15 = Iy * v18 - Ixy * v16 - Iyz * v20, e16 = Iz * v20 - Ixz * v16 - Iyz * v18,
               e17 = 2 * Ixz * v20, e18 = 2 * Iyz * v20, e19 = Ixz * v18 - Iyz * v16;
  // v38 … v43 are nowhere defined in print; read as z1 × z4 and z3 × z4.
  const Vector e21 = I * z_[1].cross(z_[4]), e24 = I * z_[3].cross(z_[4]);
  same("d_i5", i, 5, 0, {e14, e15, e16});
  same("d_i15", i, 1, 5, {e18 - v18 * e_4, v16 * e_4 - e17, 2 * e19});
  const Vector by_arm = Vector(v20 * e_2 - v18 * e_3 - c1 * e16, v16 * e_3 + v20 * e_1 - s1 * e16,
                               s1 * e15 + c1 * e14 - v16 * e_2 - v18 * e_1) +
                        e21;
  same("d_i25", i, 2, 5, by_arm);
  same("d_i25", i, 3, 5, by_arm);
  same("d_i45", i, 4, 5,
       e24 + Vector(v4 * e16 - s23 * e15 + v18 * e9 - v20 * e8,
                    -v2 * e16 + s23 * e14 - v16 * e9 + v20 * e7,
                    v2 * e15 - v4 * e14 + v16 * e8 - v18 * e7));
  same("d_i55", i, 5, 5, {v18 * e16 - v20 * e15, v20 * e14 - v16 * e16, v16 * e15 - v18 * e14});
}

void AppendixB::d_by_q6() {
  const Matrix3<double>& I = s_.I[6];
  const double Ix = I(0, 0), Iy = I(1, 1), Iz = I(2, 2), Ixy = -I(0, 1), Ixz = -I(0, 2),
               Iyz = -I(1, 2);
  const Vector e2 = I * z_[5];
  same("d66", 6, 6, 0,
       {Ix * ax - Ixy * ay - Ixz * az, Iy * ay - Ixy * ax - Iyz * az,
        Iz * az - Ixz * ax - Iyz * ay});
  const double D = Ix + Iy - Iz;
  add("d616", 6, 1, 6, {-Ix * ay - Ixy * ax, Ixy * ay + Iy * ax, Ixz * ay - Iyz * ax},
      {2 * Iyz * az - ay * D, ax * D - 2 * Ixz * az, 2 * (Ixz * ay - Iyz * ax)});
  // Printed: I (z_k × z5) alone, with v44 … v52 nowhere defined; z_k × I z5 + z5 × I z_k is missing.
  const auto add_turned = [&](const char* name, std::size_t k) {
    const Vector turned = I * z_[k].cross(z_[5]);
    add(name, 6, k + 1, 6, turned, turned + z_[k].cross(e2) + z_[5].cross(d(6, k + 1)));
  };
  add_turned("d626", 1);
  add_turned("d626", 2);
  add_turned("d646", 3);
  add_turned("d656", 4);
  same("d666", 6, 6, 6, z_[5].cross(e2));
}

void AppendixB::compute() {
  links_1_and_2();
  for (std::size_t i = 3; i <= 6; ++i) b_by_arm(i);
  for (std::size_t i = 4; i <= 6; ++i) b_by_q4(i);
  for (std::size_t i = 5; i <= 6; ++i) b_by_q5(i);
  b_by_q6();
  for (std::size_t i = 1; i <= 6; ++i) d_by_arm(i);
  for (std::size_t i = 4; i <= 6; ++i) d_by_q4(i);
  for (std::size_t i = 5; i <= 6; ++i) d_by_q5(i);
  d_by_q6();
}

}  // namespace erfd::appendix_b
