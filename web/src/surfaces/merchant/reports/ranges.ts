/** Named date ranges. */
export const rangeNames = ['30d', 'today', '7d', 'month', 'quarter', 'year', 'own'] as const;

export type RangeName = (typeof rangeNames)[number];

export type Days = { from: string; to: string };

function moved(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

function firstOfQuarter(today: string): string {
  const month = Number(today.slice(5, 7));
  const first = month - ((month - 1) % 3);
  return `${today.slice(0, 4)}-${String(first).padStart(2, '0')}-01`;
}

/** Days of a named range up to today; a custom range if it is valid. */
export function daysOf(range: RangeName, today: string, own: Days): Days {
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case '7d':
      return { from: moved(today, -6), to: today };
    case '30d':
      return { from: moved(today, -29), to: today };
    case 'month':
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case 'quarter':
      return { from: firstOfQuarter(today), to: today };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'own': {
      const to = own.to || today;
      return { from: own.from && own.from <= to ? own.from : to, to };
    }
  }
}
