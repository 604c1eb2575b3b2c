const pattern = /^(\d{1,2})(?:[:.](\d{2})|\s?h(\d{2})?)?\s*(?:([ap])\.?\s?m\.?)?$/;

/**
 * Time of day as `07:00`, from what people type: `7`, `7am`, `8:00 PM`, `19.30`, `19h30`. `24:00` is the end of a day.
 * Null: no time. The server reads the same.
 */
export function clockTime(text: string): string | null {
  const match = pattern.exec(text.trim().toLowerCase());
  if (!match) return null;
  const [, hours = '', minutes, minutesAfterH, half] = match;
  const [hour, minute] = [Number(hours), Number(minutes ?? minutesAfterH ?? 0)];
  if (half && (hour < 1 || hour > 12)) return null;
  const full = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  if (minute > 59 || full > 24 || (full === 24 && minute > 0)) return null;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(full)}:${two(minute)}`;
}
