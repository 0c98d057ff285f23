//! Area covered by shapes, measured on their triangles.

use super::*;
use crate::render::draw_list::Stroke;
use glam::dvec2;

fn mesh_of(list: &DrawList) -> Mesh {
    let mut mesh = Mesh::default();
    tessellate(list, 1.0, &mut mesh, &mut |_, _| {});
    for triangle in mesh.indices.chunks(3) {
        assert_eq!(triangle.len(), 3);
        assert!(triangle.iter().all(|&i| (i as usize) < mesh.vertices.len()));
    }
    assert!(
        mesh.vertices
            .iter()
            .all(|v| v.position.iter().all(|x| x.is_finite()))
    );
    mesh
}

/// The area covered by the mesh, each triangle weighted by its mean opacity: a feathered shape keeps its area.
fn coverage(mesh: &Mesh) -> f64 {
    let at = |i: u32| {
        let v = &mesh.vertices[i as usize];
        (
            dvec2(f64::from(v.position[0]), f64::from(v.position[1])),
            f64::from(v.color[3]) / 255.0,
        )
    };
    mesh.indices
        .chunks(3)
        .map(|t| {
            let [(a, p), (b, q), (c, r)] = [at(t[0]), at(t[1]), at(t[2])];
            0.5 * (b - a).perp_dot(c - a).abs() * (p + q + r) / 3.0
        })
        .sum()
}

#[test]
fn filled_shapes_cover_their_area() {
    let mut list = DrawList::new();
    list.circle(dvec2(50.0, 50.0), 20.0, Paint::fill(Color::BLACK));
    let area = coverage(&mesh_of(&list));
    assert!((area / (0.5 * TAU * 400.0) - 1.0).abs() < 0.01, "{area}");

    let mut list = DrawList::new();
    list.rect(
        dvec2(50.0, 50.0),
        dvec2(30.0, 10.0),
        0.7,
        0.0,
        Paint::fill(Color::BLACK),
    );
    let area = coverage(&mesh_of(&list));
    assert!((area / 1200.0 - 1.0).abs() < 0.01, "{area}");
}

#[test]
fn concave_polygons_leave_their_bays_empty() {
    let star: Vec<DVec2> = (0..10)
        .map(|k| {
            dvec2(100.0, 100.0) + DVec2::from_angle(TAU * f64::from(k) / 10.0) * [80.0, 30.0][k as usize % 2]
        })
        .collect();
    let exact: f64 = (0..10)
        .map(|k| 0.5 * (star[k] - star[0]).perp_dot(star[(k + 1) % 10] - star[0]))
        .sum();
    for points in [star.clone(), star.into_iter().rev().collect()] {
        let mut list = DrawList::new();
        list.polygon(points, Paint::fill(Color::BLACK));
        let area = coverage(&mesh_of(&list));
        assert!((area / exact - 1.0).abs() < 0.02, "{area} {exact}");
    }
}

#[test]
fn lines_cover_length_times_width() {
    let mut list = DrawList::new();
    let bent = vec![dvec2(0.0, 0.0), dvec2(100.0, 0.0), dvec2(100.0, 100.0)];
    list.polyline(
        bent,
        Stroke::new(6.0, Color::BLACK).cap(super::super::draw_list::Cap::Butt),
    );
    let area = coverage(&mesh_of(&list));
    assert!((area / 1200.0 - 1.0).abs() < 0.02, "{area}");

    let mut list = DrawList::new();
    list.line(
        dvec2(0.0, 0.0),
        dvec2(100.0, 0.0),
        Stroke::new(4.0, Color::BLACK).dashed(6.0, 4.0),
    );
    let area = coverage(&mesh_of(&list));
    assert!((area / 240.0 - 1.0).abs() < 0.02, "{area}");
}

#[test]
fn hairlines_are_fainter_instead_of_thinner() {
    let mut list = DrawList::new();
    let stroke = Stroke::new(0.25, Color::BLACK).cap(super::super::draw_list::Cap::Butt);
    list.line(dvec2(0.0, 0.0), dvec2(100.0, 0.0), stroke);
    let area = coverage(&mesh_of(&list));
    assert!((area / 25.0 - 1.0).abs() < 0.05, "{area}");
}

#[test]
fn degenerate_shapes_are_harmless() {
    let mut list = DrawList::new();
    let both = Paint::both(Color::BLACK, Stroke::new(1.0, Color::BLACK));
    list.circle(dvec2(f64::NAN, 0.0), 1.0, both);
    list.circle(dvec2(0.0, 0.0), -1.0, both);
    list.polygon(vec![], both);
    list.polygon(vec![DVec2::ONE; 5], both);
    list.polygon(vec![DVec2::ZERO, DVec2::X * f64::INFINITY, DVec2::Y], both);
    list.line(DVec2::ONE, DVec2::ONE, Stroke::new(3.0, Color::BLACK));
    list.line(
        DVec2::ZERO,
        DVec2::X * 1e9,
        Stroke::new(3.0, Color::BLACK).dashed(1e-9, 1e-9),
    );
    list.trail(vec![DVec2::ONE; 3], 2.0, Color::BLACK, Color::TRANSPARENT);
    list.arc(DVec2::ZERO, 5.0, 0.0, f64::NAN, Stroke::new(1.0, Color::BLACK));
    list.rect(DVec2::ZERO, DVec2::ZERO, 0.0, 3.0, both);
    mesh_of(&list);
}
