/** Widths of the server's image variants (`tenant-runtime/src/site/raster.rs`). */
const widths = [320, 640, 960, 1280, 1920];

const raster = /^(\/uploads\/[\da-f]{32}-(\d+)x(\d+))\.\w+$/;

type Sources = { srcSet?: string; width?: number; height?: number };

/** Sizes encoded in the URL of a merchant's image; none for built-in icons, which have one file. */
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
