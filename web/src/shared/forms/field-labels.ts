import { createContext, useContext, useEffect } from 'react';

/** Field labels of a form by name, for use outside the fields. */
export const FieldLabels = createContext<Map<string, string>>(new Map());

export function useFieldLabel(name: string, label: string) {
  const labels = useContext(FieldLabels);
  useEffect(() => {
    labels.set(name, label);
  }, [labels, name, label]);
}
