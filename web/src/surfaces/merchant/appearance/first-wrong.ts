/** Paths of what is wrong with a form, as its fields are called, in the order in which it holds them. */
export function wrongPaths(errors: object): string[] {
  const within = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    if ('type' in value && typeof value.type === 'string') return [path];
    return Object.entries(value).flatMap(([key, part]) => within(part, path ? `${path}.${key}` : key));
  };
  const { root: _root, ...fields } = errors as { root?: unknown };
  return within(fields, '');
}

/** `carousel[0].image`, as the server writes it, is `carousel.0.image` to a form. */
export function pathInForm(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1');
}
