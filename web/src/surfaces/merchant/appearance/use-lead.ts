import { useEffect, useState } from 'react';
import { type PartName, partOf } from './parts';

/** Leads to where a value of the config is edited: its part is shown, its entry opened, and its field has the focus. */
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
