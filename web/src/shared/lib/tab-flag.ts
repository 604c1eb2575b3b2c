import { tabStorage } from './storage';

/** Flag that stays set for the lifetime of the tab. */
export function tabFlag(name: string) {
  const key = `suds:${name}`;
  return {
    isSet: () => tabStorage.read(key) !== null,
    set: () => tabStorage.write(key, '1'),
  };
}
