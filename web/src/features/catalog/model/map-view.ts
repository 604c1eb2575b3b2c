import type { Point } from '@/shared/format/distance';

/** Map view: center and zoom, with zoom levels as for 256-pixel tiles. */
export type MapView = { center: Point; zoom: number };
export type Size = { width: number; height: number };
export type Pixel = { x: number; y: number };

const tile = 256;
const closest = 18;
const widest = 2;
/** Minimum extent of a fitted view, in degrees. */
const span = 0.2;
/** Tolerance for equal views, in zoom levels and degrees. */
const hair = 1e-6;
/** Beyond this latitude, Web Mercator approaches infinity. */
const pole = 85;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export function clampZoom(zoom: number): number {
  return Math.min(closest, Math.max(widest, zoom));
}

/** Position on a world of size 1 × 1, from its top left corner (Web Mercator). */
function onWorld({ latitude, longitude }: Point): Pixel {
  const sine = Math.sin(radians(Math.min(pole, Math.max(-pole, latitude))));
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
  };
}

function fromWorld({ x, y }: Pixel): Point {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return { latitude, longitude: (x - 0.5) * 360 };
}

export function isSameView(a: MapView, b: MapView): boolean {
  const close = (one: number, other: number) => Math.abs(one - other) < hair;
  return (
    close(a.zoom, b.zoom) &&
    close(a.center.latitude, b.center.latitude) &&
    close(a.center.longitude, b.center.longitude)
  );
}

/** Width of the world in pixels. */
export function worldSize(zoom: number): number {
  return tile * 2 ** zoom;
}

/** Position of a point in a frame, from its top left corner. */
export function toPixel(point: Point, { center, zoom }: MapView, { width, height }: Size): Pixel {
  const [at, middle] = [onWorld(point), onWorld(center)];
  const world = worldSize(zoom);
  return { x: width / 2 + (at.x - middle.x) * world, y: height / 2 + (at.y - middle.y) * world };
}

/** Part of a world of size 1 × 1. */
export type Part = Pixel & Size;

/** Part of the world visible in a frame. */
export function partOf({ center, zoom }: MapView, size: Size): Part {
  const [middle, world] = [onWorld(center), worldSize(zoom)];
  const [width, height] = [size.width / world, size.height / world];
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

/** View that shows a part of the world in a frame. */
export function viewOf({ x, y, width, height }: Part, size: Size): MapView {
  const center = fromWorld({ x: x + width / 2, y: y + height / 2 });
  return { center, zoom: Math.log2(size.width / width / tile) };
}

/** View after the ground was moved by some pixels. */
export function moved({ center, zoom }: MapView, by: Pixel): MapView {
  const [middle, world] = [onWorld(center), worldSize(zoom)];
  return { center: fromWorld({ x: middle.x - by.x / world, y: middle.y - by.y / world }), zoom };
}

function edges(values: number[], least: number): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const missing = Math.max(0, least - (high - low)) / 2;
  return [low - missing, high + missing];
}

/** Closest view that shows all points, with a margin in pixels. */
export function fitted(points: readonly Point[], { width, height }: Size, margin: number): MapView {
  const world = points.map(onWorld);
  const [left, right] = edges(
    world.map(({ x }) => x),
    span / 360,
  );
  const [top, bottom] = edges(
    world.map(({ y }) => y),
    0,
  );
  const across = Math.max(1, width - 2 * margin) / (right - left);
  const down = bottom > top ? Math.max(1, height - 2 * margin) / (bottom - top) : across;
  return {
    center: fromWorld({ x: (left + right) / 2, y: (top + bottom) / 2 }),
    zoom: clampZoom(Math.log2(Math.min(across, down) / tile)),
  };
}

/** Closest view centered on a point that also shows another one. */
export function around(point: Point, other: Point, size: Size, margin: number): MapView {
  const [middle, at] = [onWorld(point), onWorld(other)];
  const opposite = fromWorld({ x: 2 * middle.x - at.x, y: 2 * middle.y - at.y });
  return { center: point, zoom: fitted([other, opposite], size, margin).zoom };
}

/** Whether a pixel is inside a frame, with a margin. */
export function isInside({ x, y }: Pixel, { width, height }: Size, margin = 0): boolean {
  return x >= margin && x <= width - margin && y >= margin && y <= height - margin;
}

/** Merchant's view if it shows every location, otherwise the closest one that does. */
export function firstView(
  points: readonly Point[],
  own: MapView | null,
  size: Size,
  margin: number,
): MapView {
  const shown = own && points.every((point) => isInside(toPixel(point, own, size), size, margin));
  return shown ? own : fitted(points, size, margin);
}

/** Miles per pixel at the center of a view. */
export function milesPerPixel({ center, zoom }: MapView): number {
  const equator = 24_901.461;
  return (equator * Math.cos(radians(center.latitude))) / worldSize(zoom);
}
