/** From here phones take a swipe for 'back' or 'forward', whatever a page does with it. */
const reserved = 24;

/** Whether a gesture that starts at `x` is the device's own: ours must not run beside it. */
export function isAtEdge(x: number, screenWidth: number): boolean {
  return x < reserved || x > screenWidth - reserved;
}
