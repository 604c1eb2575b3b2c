/** Milliseconds that a code must have been out of sight to count as shown again. */
const gone = 3000;

/** Deduplicates codes that a camera detects many times a second. */
export function sightings() {
  let last = '';
  let seenAt = Number.NEGATIVE_INFINITY;
  return {
    /** Whether this is new. */
    see(text: string, at: number): boolean {
      const isNew = text !== last || at - seenAt > gone;
      last = text;
      seenAt = at;
      return isNew;
    },
    /** The camera was off: what it saw last may be before it still. */
    resume(at: number) {
      seenAt = at;
    },
  };
}
