import { useSearchParams } from 'react-router';
import { useLocationChoice } from '@/features/catalog/model/location-choice';
import { namedLocation } from './named-location';

/** The location in the URL takes precedence over the stored one. */
export function useLocationQuery(): [number, (id: number) => void] {
  const [remembered, remember] = useLocationChoice();
  const [query, setQuery] = useSearchParams();
  const named = namedLocation(query);
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
