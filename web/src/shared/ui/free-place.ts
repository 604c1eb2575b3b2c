export type Box = { top: number; bottom: number; left: number; right: number };

/** Between a toast and the elements it avoids. */
const gap = 8;

function covers(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

function raised(box: Box, by: number): Box {
  return { ...box, top: box.top - by, bottom: box.bottom - by };
}

/**
 * Pixels to raise a box at the bottom of the window so that it covers none of `obstacles`, or as few as
 * possible.
 */
export function liftClear(box: Box, obstacles: Box[]): number {
  const lifts = [0, ...obstacles.map((obstacle) => box.bottom - obstacle.top + gap)]
    .filter((lift) => lift >= 0 && box.top - lift >= gap)
    .sort((a, b) => a - b);
  let best = { lift: 0, covered: Number.POSITIVE_INFINITY };
  for (const lift of lifts) {
    const moved = raised(box, lift);
    const covered = obstacles.filter((obstacle) => covers(moved, obstacle)).length;
    if (covered < best.covered) best = { lift, covered };
    if (covered === 0) break;
  }
  return best.lift;
}
