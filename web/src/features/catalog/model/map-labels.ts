import type { Pixel } from './map-view';

/** Label size next to a marker, in pixels. An estimate, because letter widths depend on the font. */
const lineHeight = 26;
const letter = 7.5;

type Named = { at: Pixel; name: string };
type Box = { left: number; right: number; top: number; bottom: number };

const boxOf = ({ at, name }: Named): Box => {
  const half = (name.length * letter) / 2 + 6;
  return { left: at.x - half, right: at.x + half, top: at.y, bottom: at.y + lineHeight };
};

/** A pin points at its position. */
const pinOf = ({ at }: Named): Box => ({ left: at.x - 14, right: at.x + 14, top: at.y - 34, bottom: at.y });

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Names that fit below their markers without overlapping other pins and names. Earlier names take precedence.
 */
export function freeLabels(markers: readonly Named[]): boolean[] {
  const taken = markers.map(pinOf);
  return markers.map((marker) => {
    const box = boxOf(marker);
    const free = taken.every((other) => !overlap(box, other));
    if (free) taken.push(box);
    return free;
  });
}
