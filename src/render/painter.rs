//! Draws the scene's triangles and the panels with the graphics card: uploaded once, drawn in a few calls.
//!
//! A frame uses one vertex buffer and one index buffer, which are kept and grow as needed;
//! triangles with different textures or clipping are ranges of them. An unchanged frame draws the same buffers again.

use super::mesh::{Mesh, Vertex};
use egui::{ClippedPrimitive, ImageData, TextureId, TexturesDelta, epaint};
use macroquad::miniquad::{
    Bindings, BlendFactor, BlendState, BlendValue, BufferLayout, BufferSource, BufferType, BufferUsage,
    CullFace, Equation, FilterMode, PassAction, Pipeline, PipelineParams, RenderingBackend, ShaderError,
    ShaderMeta, ShaderSource, TextureFormat, TextureId as GpuTexture, TextureParams, TextureWrap,
    UniformBlockLayout, UniformDesc, UniformType, UniformsSource, VertexAttribute, VertexFormat,
};
use std::collections::BTreeMap;

const VERTEX_SHADER: &str = r"#version 100
uniform vec2 screen;
attribute vec2 position;
attribute vec2 uv;
attribute vec4 color;
varying vec2 at;
varying vec4 tint;
void main() {
    gl_Position = vec4(2.0 * position.x / screen.x - 1.0, 1.0 - 2.0 * position.y / screen.y, 0.0, 1.0);
    tint = color / 255.0;
    at = uv;
}";

const FRAGMENT_SHADER: &str = r"#version 100
precision highp float;
uniform sampler2D glyphs;
varying vec2 at;
varying vec4 tint;
void main() {
    gl_FragColor = tint * texture2D(glyphs, at);
}";

/// Initial capacity in vertices; three times as many indices.
const FIRST_ROOM: usize = 1 << 15;

/// A range of triangles drawn in one call.
struct Range {
    texture: TextureId,
    /// Clipping rectangle: left, bottom, width and height in pixels from the bottom left of the window.
    scissor: [i32; 4],
    first: usize,
    count: usize,
}

/// Draws frames on the graphics card.
pub struct Painter {
    pipeline: Pipeline,
    bindings: Bindings,
    /// Capacities of the vertex and index buffers.
    room: [usize; 2],
    textures: BTreeMap<u64, GpuTexture>,
    batch: Mesh,
    ranges: Vec<Range>,
    screen: [f32; 2],
    /// Whether the buffers hold the present `batch`.
    uploaded: bool,
}

impl Painter {
    /// Creates pipeline and buffers. Fails where the shader cannot be compiled.
    pub fn new(gl: &mut dyn RenderingBackend) -> Result<Painter, ShaderError> {
        let meta = ShaderMeta {
            images: vec!["glyphs".to_string()],
            uniforms: UniformBlockLayout {
                uniforms: vec![UniformDesc::new("screen", UniformType::Float2)],
            },
        };
        let source = ShaderSource::Glsl {
            vertex: VERTEX_SHADER,
            fragment: FRAGMENT_SHADER,
        };
        let shader = gl.new_shader(source, meta)?;
        let blend = BlendState::new(
            Equation::Add,
            BlendFactor::One,
            BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
        );
        let params = PipelineParams {
            color_blend: Some(blend),
            cull_face: CullFace::Nothing,
            ..PipelineParams::default()
        };
        let pipeline = gl.new_pipeline(
            &[BufferLayout::default()],
            &[
                VertexAttribute::new("position", VertexFormat::Float2),
                VertexAttribute::new("uv", VertexFormat::Float2),
                VertexAttribute::new("color", VertexFormat::Byte4),
            ],
            shader,
            params,
        );
        let white = gl.new_texture_from_rgba8(1, 1, &[255; 4]);
        let room = [FIRST_ROOM, 3 * FIRST_ROOM];
        let bindings = Bindings {
            vertex_buffers: vec![vertex_buffer(gl, room[0])],
            index_buffer: index_buffer(gl, room[1]),
            images: vec![white],
        };
        Ok(Painter {
            pipeline,
            bindings,
            room,
            textures: BTreeMap::new(),
            batch: Mesh::default(),
            ranges: Vec::new(),
            screen: [1.0; 2],
            uploaded: false,
        })
    }

    /// Starts a frame with the picture of the scene: `fill` adds its triangles and returns the texture of each image in it, where there is one.
    /// The window is `pixels` wide and high.
    pub fn begin(
        &mut self,
        pixels: [f32; 2],
        pixels_per_point: f32,
        fill: impl FnOnce(&mut Mesh) -> Vec<Option<TextureId>>,
    ) {
        self.batch.clear();
        self.ranges.clear();
        self.uploaded = false;
        self.screen = pixels.map(|x| x / pixels_per_point);
        let textures = fill(&mut self.batch);
        let scissor = [0, 0, pixels[0] as i32, pixels[1] as i32];
        let mut begin = 0;
        for (image, texture) in self.batch.images.iter().zip(textures) {
            let between = (TextureId::default(), begin..image.indices.start);
            begin = image.indices.end;
            let shown = texture.map(|it| (it, image.indices.clone()));
            for (texture, indices) in [between].into_iter().chain(shown) {
                self.ranges.push(Range {
                    texture,
                    scissor,
                    first: indices.start,
                    count: indices.len(),
                });
            }
        }
        self.ranges.push(Range {
            texture: TextureId::default(),
            scissor,
            first: begin,
            count: self.batch.indices.len() - begin,
        });
    }

    /// Adds the panels on top.
    pub fn add_panels(&mut self, panels: &[ClippedPrimitive], pixels: [f32; 2], pixels_per_point: f32) {
        for ClippedPrimitive { clip_rect, primitive } in panels {
            let epaint::Primitive::Mesh(mesh) = primitive else {
                continue;
            };
            let x = |p: f32| (p * pixels_per_point).clamp(0.0, pixels[0]).round() as i32;
            let y = |p: f32| (p * pixels_per_point).clamp(0.0, pixels[1]).round() as i32;
            let [left, right] = [x(clip_rect.min.x), x(clip_rect.max.x)];
            let [top, bottom] = [y(clip_rect.min.y), y(clip_rect.max.y)];
            if right <= left || bottom <= top {
                continue;
            }
            let first = self.batch.indices.len();
            append(&mut self.batch, &mesh.vertices, &mesh.indices);
            self.ranges.push(Range {
                texture: mesh.texture_id,
                scissor: [left, pixels[1] as i32 - bottom, right - left, bottom - top],
                first,
                count: mesh.indices.len(),
            });
        }
    }

    /// Uploads new and changed textures; to be called before they are drawn.
    pub fn set_textures(&mut self, gl: &mut dyn RenderingBackend, delta: &TexturesDelta) {
        for (id, change) in &delta.set {
            let TextureId::Managed(id) = id else { continue };
            let [w, h] = change.image.size();
            let bytes: Vec<u8> = match &change.image {
                ImageData::Color(image) => image.pixels.iter().flat_map(|c| c.to_array()).collect(),
                ImageData::Font(image) => image.srgba_pixels(None).flat_map(|c| c.to_array()).collect(),
            };
            match (change.pos, self.textures.get(id)) {
                (Some([x, y]), Some(&texture)) => {
                    gl.texture_update_part(texture, x as i32, y as i32, w as i32, h as i32, &bytes);
                }
                (Some(_), None) => {}
                (None, _) => {
                    let filter = match change.options.magnification {
                        egui::TextureFilter::Nearest => FilterMode::Nearest,
                        egui::TextureFilter::Linear => FilterMode::Linear,
                    };
                    let params = TextureParams {
                        format: TextureFormat::RGBA8,
                        wrap: TextureWrap::Clamp,
                        min_filter: filter,
                        mag_filter: filter,
                        width: w as u32,
                        height: h as u32,
                        ..TextureParams::default()
                    };
                    let texture = gl.new_texture_from_data_and_format(&bytes, params);
                    if let Some(old) = self.textures.insert(*id, texture) {
                        gl.delete_texture(old);
                    }
                }
            }
        }
    }

    /// Deletes textures no longer in use; to be called after the last frame that showed them.
    pub fn free_textures(&mut self, gl: &mut dyn RenderingBackend, delta: &TexturesDelta) {
        for id in &delta.free {
            if let TextureId::Managed(id) = id
                && let Some(texture) = self.textures.remove(id)
            {
                gl.delete_texture(texture);
            }
        }
    }

    /// Draws the frame, again if it has not changed, on a background of one colour (red, green, blue, 0 to 1).
    pub fn draw(&mut self, gl: &mut dyn RenderingBackend, ground: [f32; 3]) {
        if !self.uploaded {
            self.upload(gl);
            self.uploaded = true;
        }
        gl.begin_default_pass(PassAction::clear_color(ground[0], ground[1], ground[2], 1.0));
        gl.apply_pipeline(&self.pipeline);
        gl.apply_uniforms(UniformsSource::table(&self.screen));
        for range in &self.ranges {
            let TextureId::Managed(id) = range.texture else {
                continue;
            };
            let Some(&texture) = self.textures.get(&id) else {
                continue;
            };
            if range.count == 0 {
                continue;
            }
            self.bindings.images[0] = texture;
            let [x, y, w, h] = range.scissor;
            gl.apply_scissor_rect(x, y, w, h);
            gl.apply_bindings(&self.bindings);
            gl.draw(range.first as i32, range.count as i32, 1);
        }
        gl.end_render_pass();
    }

    fn upload(&mut self, gl: &mut dyn RenderingBackend) {
        let need = [self.batch.vertices.len(), self.batch.indices.len()];
        if need[0] > self.room[0] {
            self.room[0] = need[0].next_power_of_two();
            gl.delete_buffer(self.bindings.vertex_buffers[0]);
            self.bindings.vertex_buffers[0] = vertex_buffer(gl, self.room[0]);
        }
        if need[1] > self.room[1] {
            self.room[1] = need[1].next_power_of_two();
            gl.delete_buffer(self.bindings.index_buffer);
            self.bindings.index_buffer = index_buffer(gl, self.room[1]);
        }
        if need[0] > 0 {
            gl.buffer_update(
                self.bindings.vertex_buffers[0],
                BufferSource::slice(&self.batch.vertices),
            );
            gl.buffer_update(
                self.bindings.index_buffer,
                BufferSource::slice(&self.batch.indices),
            );
        }
    }
}

/// Appends egui's triangles to a mesh.
pub fn append(mesh: &mut Mesh, vertices: &[epaint::Vertex], indices: &[u32]) {
    let base = mesh.vertices.len() as u32;
    mesh.vertices.extend(vertices.iter().map(|v| Vertex {
        position: [v.pos.x, v.pos.y],
        uv: [v.uv.x, v.uv.y],
        color: v.color.to_array(),
    }));
    mesh.indices.extend(indices.iter().map(|i| base + i));
}

fn vertex_buffer(gl: &mut dyn RenderingBackend, room: usize) -> macroquad::miniquad::BufferId {
    gl.new_buffer(
        BufferType::VertexBuffer,
        BufferUsage::Stream,
        BufferSource::empty::<Vertex>(room),
    )
}

fn index_buffer(gl: &mut dyn RenderingBackend, room: usize) -> macroquad::miniquad::BufferId {
    gl.new_buffer(
        BufferType::IndexBuffer,
        BufferUsage::Stream,
        BufferSource::empty::<u32>(room),
    )
}
