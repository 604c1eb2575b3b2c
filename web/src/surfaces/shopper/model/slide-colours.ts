type Rgb = [number, number, number];

function parse(hex: string): Rgb | null {
  const digits = /^#([0-9a-f]{6})/i.exec(hex.trim())?.[1];
  if (!digits) return null;
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as Rgb;
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(a: string, b: string): number {
  const [one, two] = [parse(a), parse(b)];
  if (!one || !two) return 0;
  const [high, low] = [luminance(one), luminance(two)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const white = '#ffffff';
const black = '#000000';

export type SlideColours = { ground: string; text: string; button: string; onButton: string };

/**
 * Slide text is black or white, whichever is more readable on the slide's color. The button has the brand
 * color if it stands out from the slide, otherwise the accent, otherwise the text color.
 */
export function slideColours(color: string, brand: { primary: string; accent: string }): SlideColours {
  const ground = parse(color) ? color : brand.primary;
  const text = contrast(ground, white) >= contrast(ground, black) ? white : black;
  if (contrast(brand.primary, ground) >= 3) {
    return { ground, text, button: 'var(--brand)', onButton: 'var(--on-brand)' };
  }
  if (contrast(brand.accent, ground) >= 3) {
    return { ground, text, button: 'var(--accent)', onButton: 'var(--on-accent)' };
  }
  return { ground, text, button: text, onButton: ground };
}
