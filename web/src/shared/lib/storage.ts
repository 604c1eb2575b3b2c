/**
 * String storage. Private modes block it, and a full one rejects writes; such values are kept in memory for
 * the lifetime of the page.
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
        // Blocked storage is empty.
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

/** Per tab, across reloads. */
export const tabStorage = textStorage(() => sessionStorage);
