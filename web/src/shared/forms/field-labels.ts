import { createContext, useContext, useEffect } from 'react';

/** How the fields of a form are called, by name, for those who speak of them elsewhere. */
export const FieldLabels = createContext<Map<string, string>>(new Map());

export function useFieldLabel(name: string, label: string) {
  const labels = useContext(FieldLabels);
  useEffect(() => {
    labels.set(name, label);
  }, [labels, name, label]);
}
