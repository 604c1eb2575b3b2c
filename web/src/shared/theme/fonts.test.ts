import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const [fonts, tokens] = ['fonts', 'tokens'].map((name) =>
  readFileSync(`src/shared/theme/${name}.css`, 'utf8'),
) as [string, string];

type Face = { family: string; least: number; most: number };

const value = (block: string, name: string) => new RegExp(`${name}:\\s*([^;]+);`).exec(block)?.[1]?.trim();

const faces: Face[] = [...fonts.matchAll(/@font-face \{([^}]*)\}/g)].map(([, block = '']) => {
  const [least = 400, most = least] = (value(block, 'font-weight') ?? '400').split(' ').map(Number);
  return { family: value(block, 'font-family')?.replaceAll('"', '') ?? '', least, most };
});

const themes = [...tokens.matchAll(/html\[data-font="(\w+)"\] \{([^}]*)\}/g)];

function drawn(families: string, weight: number): boolean {
  const family = families.split(',')[0]?.replaceAll('"', '').trim();
  return faces.some((face) => face.family === family && face.least <= weight && weight <= face.most);
}

it.each(themes.map(([, name = '', block = '']) => [name, block] as const))(
  'has a font for every weight that %s uses',
  (name, block) => {
    const body = value(block, '--font-body') ?? '"Inter"';
    const heading = value(block, '--font-heading') ?? body;
    const named = value(block, '--button-font');
    const button = named === undefined ? body : named.startsWith('var') ? heading : named;
    const weight = (token: string, otherwise: number) => Number(value(block, token) ?? otherwise);
    for (const strength of [weight('--body-weight', 400), 600, 700])
      expect(drawn(body, strength), `${name}: ${body} at ${strength}`).toBe(true);
    expect(drawn(heading, weight('--heading-weight', 700)), `${name}: ${heading}`).toBe(true);
    expect(drawn(button, weight('--button-weight', 600)), `${name}: ${button}`).toBe(true);
  },
);
