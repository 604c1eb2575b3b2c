/**
 * `to` if it is a path of this site, else null. Two slashes, or a backslash, would name another host; browsers drop tabs and line
 * breaks, so `/<TAB>/host` would too.
 */
export function ownPath(to: string | null): string | null {
  return to !== null && /^\/(?!\/)/.test(to) && !/[\p{Cc}\\]/u.test(to) ? to : null;
}
