import { useWatch } from 'react-hook-form';
import type { WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';

type Lists = Pick<WholeConfig, 'menuItems' | 'shopItems' | 'carousel' | 'homeCards'>;

/**
 * List in the config and its sort actions. Doesn't use the form library's list hook, which would be bundled
 * with every form of the shop.
 */
export function useEntries<Name extends keyof Lists>(
  form: AppForm<WholeConfig>,
  name: Name,
  /** Applies the same change to a parallel list: the remaining entries by their previous index. */
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
