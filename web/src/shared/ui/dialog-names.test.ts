import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('/src/**/*.tsx', { query: '?raw', import: 'default', eager: true });

/** Opening tags of the library's dialogs and menus. */
const opening = /<(?:Dialog|Drawer|SwipeableDrawer|Modal|Popover)\b(?:[^>]|=>)*>/g;

it('requires a name for every dialog and menu', () => {
  const found = Object.entries(sources).flatMap(([path, text]) => {
    const nameless = (text.match(opening) ?? []).filter((tag) => {
      const [, component] = /<(\w+)/.exec(tag) ?? [];
      return text.includes(`from '@mui/material/${component}'`) && !tag.includes('aria-label');
    });
    return nameless.map((tag) => `${path}: ${tag}`);
  });
  expect(found).toEqual([]);
});
