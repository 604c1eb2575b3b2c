/** Numbers of a dotted version. */
const numbers = (version: string) => version.split('.').map(Number);

/**
 * Negative if `a` is older than `b`, positive if newer. Compared number by number, because 1.10.0 is newer
 * than 1.9.0. A longer version is newer than its prefix.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [numbers(a), numbers(b)];
  for (const [index, number] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (number !== against) return number - against;
  }
  return one.length - other.length;
}

/** Whether a target is newer than the current version; any version is newer than none. */
export function isNewer(target: string | null | undefined, present: string | null | undefined): boolean {
  if (!target) return false;
  return !present || compareVersions(target, present) > 0;
}
