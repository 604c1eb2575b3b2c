type Rgb = [number, number, number];

const [black, white]: [Rgb, Rgb] = [
  [0, 0, 0],
  [255, 255, 255],
];

/** Number of steps from a color to black or white. */
const steps = 64;

function parse(hex: string): { rgb: Rgb; share: number } | null {
  const digits = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(hex)?.slice(1);
  if (!digits?.[0]) return null;
  const number = (text: string) => Number.parseInt(text, 16);
  const rgb = [0, 2, 4].map((at) => number(String(digits[0]).slice(at, at + 2))) as Rgb;
  return { rgb, share: number(digits[1] ?? 'ff') / 255 };
}

function written(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  return one.map((part, at) => part + ((other[at] ?? 0) - part) * share) as Rgb;
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Visible color of a semitransparent color on another one. */
export function over(colour: string, below: string): string {
  const [upper, lower] = [parse(colour), parse(below)];
  if (!upper || !lower) return below;
  return written(mixed(lower.rgb, upper.rgb, upper.share));
}

/** 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other]
    .map((colour) => luminance(parse(colour)?.rgb ?? black))
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Nearest tone of `colour` with a contrast of `wanted` to `other`: darker or lighter as needed. */
export function legible(colour: string, other: string, wanted: number): string {
  const from = parse(colour)?.rgb ?? black;
  for (let step = 0; step <= steps; step += 1) {
    const tones = [black, white].map((end) => written(mixed(from, end, step / steps)));
    const tone = tones.find((tone) => contrast(tone, other) >= wanted);
    if (tone) return tone;
  }
  return contrast('#000000', other) >= contrast('#ffffff', other) ? '#000000' : '#ffffff';
}
