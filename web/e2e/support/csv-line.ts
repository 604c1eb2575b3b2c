/** CSV line with `cells` in the named columns and all others blank. */
export function csvLine(table: string, cells: Record<string, string>): string {
  const columns = table.slice(0, table.indexOf('\r\n')).split(',');
  const unknown = Object.keys(cells).filter((name) => !columns.includes(name));
  if (unknown.length > 0) throw new Error(`no such column: ${unknown.join(', ')}`);
  return columns.map((name) => `"${cells[name] ?? ''}"`).join(',');
}
