import { useWatch } from 'react-hook-form';
import type { WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';

type Lists = Pick<WholeConfig, 'menuItems' | 'shopItems' | 'carousel' | 'homeCards'>;

/**
 * One of the lists of a config, and what is done to its order. Done without the form library's own hook for lists, whose code
 * every form of the shop would carry.
 */
export function useEntries<Name extends keyof Lists>(
  form: AppForm<WholeConfig>,
  name: Name,
  /** Does the same to what is listed elsewhere by the same places: those that are left, as they were numbered before. */
  follow?: (order: number[]) => void,
) {
  const list = useWatch({ control: form.control, name }) as Lists[Name];
  type Entry = Lists[Name][number];
  const entries: Entry[] = list;
  const write = (next: Entry[]) =>
    form.setValue(name, next as never, { shouldDirty: true, shouldValidate: true });
  const places = entries.map((_, place) => place);
  const reorder = (order: number[]) => {
    write(order.flatMap((place) => entries[place] ?? []));
    follow?.(order);
  };
  return {
    entries,
    append: (entry: Entry) => write([...entries, entry]),
    remove: (index: number) => reorder(places.filter((place) => place !== index)),
    move: (from: number, to: number) => {
      const others = places.filter((place) => place !== from);
      reorder([...others.slice(0, to), from, ...others.slice(to)]);
    },
  };
}
