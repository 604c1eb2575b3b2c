/** Milliseconds a code must be out of sight to count as shown again. */
const gone = 3000;

/** Deduplicates codes that a camera detects many times a second. */
export function sightings() {
  let last = '';
  let seenAt = Number.NEGATIVE_INFINITY;
  return {
    /** Whether the code is new. */
    see(text: string, at: number): boolean {
      const isNew = text !== last || at - seenAt > gone;
      last = text;
      seenAt = at;
      return isNew;
    },
    /** Resumes after the camera was off; the last code may still be visible. */
    resume(at: number) {
      seenAt = at;
    },
  };
}
