/** In which widths the server keeps pictures made of pixels (`tenant-runtime/src/site/raster.rs`). */
const widths = [320, 640, 960, 1280, 1920];

const raster = /^(\/uploads\/[\da-f]{32}-(\d+)x(\d+))\.\w+$/;

type Sources = { srcSet?: string; width?: number; height?: number };

/** What the address of a merchant's picture says of it; of a drawing, which has one file for every size: nothing. */
export function sourcesOf(src: string): Sources {
  const [, stem, ...size] = raster.exec(src) ?? [];
  if (!stem) return {};
  const [width = 0, height = 0] = size.map(Number);
  const widest = Math.max(...widths);
  const there = widths.filter((known) => known < width || width > widest);
  if (width <= widest) there.push(width);
  const srcSet = there.map((known) => `${stem}-${known}.webp ${known}w`).join(', ');
  return { srcSet, width, height };
}
