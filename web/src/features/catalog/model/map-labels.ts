import type { Pixel } from './map-view';

/** A name beside a marker, in pixels: roughly, since a letter's width is a matter of its font. */
const lineHeight = 26;
const letter = 7.5;

type Named = { at: Pixel; name: string };
type Box = { left: number; right: number; top: number; bottom: number };

const boxOf = ({ at, name }: Named): Box => {
  const half = (name.length * letter) / 2 + 6;
  return { left: at.x - half, right: at.x + half, top: at.y, bottom: at.y + lineHeight };
};

/** A pin stands on its place. */
const pinOf = ({ at }: Named): Box => ({ left: at.x - 14, right: at.x + 14, top: at.y - 34, bottom: at.y });

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Which names have room below their markers, among the pins and names of the others; earlier ones go before later ones. */
export function freeLabels(markers: readonly Named[]): boolean[] {
  const taken = markers.map(pinOf);
  return markers.map((marker) => {
    const box = boxOf(marker);
    const free = taken.every((other) => !overlap(box, other));
    if (free) taken.push(box);
    return free;
  });
}
