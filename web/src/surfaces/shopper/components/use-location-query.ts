import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useLocationChoice } from '@/features/catalog/model/location-choice';

/** The location in the address wins over the remembered one and is remembered in turn. */
export function useLocationQuery(): [number, (id: number) => void] {
  const [remembered, remember] = useLocationChoice();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('location');
  const named = asked !== null && /^\d{1,9}$/.test(asked) ? Number(asked) : null;
  useEffect(() => {
    if (named !== null) remember(named);
  }, [named, remember]);
  const choose = (id: number) => {
    remember(id);
    if (named === null) return;
    setQuery(
      (old) => {
        old.set('location', String(id));
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [named ?? remembered, choose];
}
