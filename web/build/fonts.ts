const value = (block: string, name: string) => new RegExp(`${name}:([^;]+)`).exec(block)?.[1]?.trim();
const family = (list: string) => list.split(',')[0]?.replaceAll('"', '').trim() ?? '';

/** The files of fonts that each choice of a site (`data-font`) draws with, by its name, read off the built styles. */
export function fontsIn(css: string): Record<string, string[]> {
  const blocks = (start: string) => [...css.matchAll(new RegExp(`${start}\\{([^}]*)`, 'g'))];
  const faces = blocks('@font-face').flatMap(([, block = '']) => {
    const file = /url\([^)]*\/([^/)"]+\.woff2)/.exec(block)?.[1];
    return file ? [{ family: family(value(block, 'font-family') ?? ''), file }] : [];
  });
  const themes = blocks('html\\[data-font="?(\\w+)"?\\]');
  const otherwise = value(css, '--font-body') ?? '';
  const filesOf = (block: string) => {
    const body = value(block, '--font-body') ?? otherwise;
    const families = [body, value(block, '--font-heading') ?? body, value(block, '--button-font') ?? body];
    const shown = new Set(families.map(family));
    return [...new Set(faces.filter((face) => shown.has(face.family)).map(({ file }) => file))];
  };
  return Object.fromEntries(themes.map(([, name = '', block = '']) => [name, filesOf(block)]));
}
