import { useEffect, useState } from 'react';
import { type PartName, partOf } from './parts';

/** Opens the editor at a config value: shows its section, opens its entry and focuses its field. */
export function useLead(part: PartName, show: (part: PartName) => void): (path: string) => void {
  const [sought, setSought] = useState<string | null>(null);
  useEffect(() => {
    if (!sought || partOf(sought) !== part) return;
    const [field] = document.getElementsByName(sought);
    for (let entry = field?.closest('details'); entry; entry = entry.parentElement?.closest('details')) {
      entry.open = true;
    }
    field?.focus();
    setSought(null);
  }, [sought, part]);
  return (path) => {
    const place = partOf(path);
    if (!place) return;
    setSought(path);
    if (place !== part) show(place);
  };
}
