/** Paths of the invalid fields of a form, in order. */
export function wrongPaths(errors: object): string[] {
  const within = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    if ('type' in value && typeof value.type === 'string') return [path];
    return Object.entries(value).flatMap(([key, part]) => within(part, path ? `${path}.${key}` : key));
  };
  const { root: _root, ...fields } = errors as { root?: unknown };
  return within(fields, '');
}

/** Converts the server's `carousel[0].image` to the form's `carousel.0.image`. */
export function pathInForm(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1');
}
