import { pageLocale } from '../i18n/locale';
import { site } from '../site/boot';

function format(instant: string, options: Intl.DateTimeFormatOptions): string {
  const { timeZone } = site();
  return new Intl.DateTimeFormat(pageLocale(), { timeZone, ...options }).format(new Date(instant));
}

/** 'date - time' in the site's time zone, in the page's locale; 12-hour clock in English. */
export function dateTime(instant: string): string {
  const halves = /^en\b/i.test(pageLocale()) ? { hour12: true } : {};
  const date = format(instant, { day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = format(instant, { hour: '2-digit', minute: '2-digit', ...halves });
  return `${date} - ${time}`;
}

/** Local date (`2027-11-20`) as '20 Nov 2027', in the page's locale. It is a day, not an instant. */
export function longDate(date: string): string {
  return format(date, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** Time of day (`07:00`) in the page's locale; other texts are kept. */
export function timeOfDay(text: string): string {
  if (!/^\d{1,2}:\d{2}$/.test(text)) return text;
  const instant = `2027-01-01T${text.padStart(5, '0')}:00Z`;
  return format(instant, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
}
