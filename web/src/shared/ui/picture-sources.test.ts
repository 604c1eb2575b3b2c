import { expect, it } from 'vitest';
import { sourcesOf } from './picture-sources';

const digest = '0123456789abcdef0123456789abcdef';

it.each([
  [200, [200]],
  [640, [320, 640]],
  [1000, [320, 640, 960, 1000]],
  [1920, [320, 640, 960, 1280, 1920]],
  [4000, [320, 640, 960, 1280, 1920]],
])('lists the available widths of an image of %i pixels', (width, there) => {
  const stem = `/uploads/${digest}-${width}x300`;
  expect(sourcesOf(`${stem}.jpg`)).toEqual({
    srcSet: there.map((known) => `${stem}-${known}.webp ${known}w`).join(', '),
    width,
    height: 300,
  });
});

it.each(['', `/uploads/${digest}.svg`, `/uploads/${digest}.png`, 'https://elsewhere.example/a-1x1.png'])(
  'keeps %j unchanged',
  (src) => expect(sourcesOf(src)).toEqual({}),
);
