/** Phones reserve swipes within this distance of the edge for 'back' and 'forward'. */
const reserved = 24;

/** Whether a gesture starting at `x` belongs to the device and must be ignored here. */
export function isAtEdge(x: number, screenWidth: number): boolean {
  return x < reserved || x > screenWidth - reserved;
}
