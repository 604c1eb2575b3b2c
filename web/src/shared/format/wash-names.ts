/** Names of included washes. Data that an earlier version stored on the device has none. */
export function washNames({ washes }: { washes?: string[] }): string {
  return (washes ?? []).join(', ');
}
