import { tabStorage } from './storage';

/** Something that holds as long as the tab, once it does. */
export function tabFlag(name: string) {
  const key = `suds:${name}`;
  return {
    isSet: () => tabStorage.read(key) !== null,
    set: () => tabStorage.write(key, '1'),
  };
}
