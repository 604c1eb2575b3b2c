/**
 * A storage of the browser by text. Private modes refuse it, and full ones refuse to write: what was written then lives in
 * memory, as long as the page, and is what is read.
 */
function textStorage(area: () => Storage) {
  const memory = new Map<string, string>();
  return {
    read(name: string): string | null {
      const kept = memory.get(name);
      if (kept !== undefined) return kept;
      try {
        return area().getItem(name);
      } catch {
        return null;
      }
    },
    write(name: string, text: string) {
      try {
        area().setItem(name, text);
        memory.delete(name);
      } catch {
        memory.set(name, text);
      }
    },
    remove(name: string) {
      memory.delete(name);
      try {
        area().removeItem(name);
      } catch {
        // Nothing was stored where storage is refused.
      }
    },
    names(): string[] {
      try {
        return [...new Set([...Object.keys(area()), ...memory.keys()])];
      } catch {
        return [...memory.keys()];
      }
    },
  };
}

/** Shared by all tabs of this browser. */
export const deviceStorage = textStorage(() => localStorage);

/** Of this tab, through reloads. */
export const tabStorage = textStorage(() => sessionStorage);
