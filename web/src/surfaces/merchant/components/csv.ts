/** How many rows a table has below its head. A line break within quotes is none of the table's. */
export function rowsOf(csv: string): number {
  let [lines, quoted] = [0, false];
  for (const character of csv.endsWith('\n') ? csv : `${csv}\n`) {
    if (character === '"') quoted = !quoted;
    if (character === '\n' && !quoted) lines += 1;
  }
  return Math.max(0, lines - 1);
}
