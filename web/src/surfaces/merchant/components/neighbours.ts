/** Items with neighbors in a list, where they can be moved. */
export type Neighbours<T> = { above: T | undefined; below: T | undefined };

/** `alike`: whether two items may swap places. */
export function neighboursOf<T>(all: T[], one: T, alike: (one: T, other: T) => boolean): Neighbours<T> {
  const at = all.indexOf(one);
  const beside = (other: T | undefined) => (other !== undefined && alike(one, other) ? other : undefined);
  return { above: beside(all[at - 1]), below: at < 0 ? undefined : beside(all[at + 1]) };
}
