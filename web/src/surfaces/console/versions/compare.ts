/** The numbers of a dotted version. */
const numbers = (version: string) => version.split('.').map(Number);

/**
 * Below 0 where `a` is older than `b`, above where it is newer. Versions compare number by number: without its dots 1.10.0 would rank
 * above 2.0.0. One that is longer is newer than what it begins with.
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
