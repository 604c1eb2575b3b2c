import { afterEach, expect, it } from 'vitest';
import { openSite } from '../testing/site';
import { editedBy } from './edited-by';

const links = { menuItems: [{ label: 'Home' }, { label: 'Shop' }], shopItems: [{ label: 'Washes' }] };

function page(body: string) {
  openSite(links);
  const main = document.createElement('main');
  main.innerHTML = body;
  document.body.append(main);
}

function pathOf(selector: string): string | undefined {
  const element = document.querySelector(`main ${selector}`);
  return element ? editedBy(element)?.path : 'nothing is there';
}

afterEach(() => {
  document.querySelector('main')?.remove();
});

it.each([
  ['<a style="--card-ground: var(--home-card-3, x)"><b>Wash</b></a>', 'b', 'homeCards.3.text'],
  [
    '<div><div role="group" style="--slide-text: x"></div><div role="group" style="--slide-text: x"><h2>Hi</h2></div></div>',
    'h2',
    'carousel.1.headline',
  ],
  ['<div role="dialog"><p>Sure?</p></div>', 'p', 'themes.light.modal.background'],
  ['<button class="MuiButton-contained">Buy</button>', 'button', 'themes.light.button.background'],
  ['<div class="MuiFormControl-root"><input /></div>', 'input', 'themes.light.input.background'],
  ['<header><a href="/"><img alt="" /></a></header>', 'img', 'logo'],
  ['<header><a href="/"><span>Suds</span></a></header>', 'span', 'companyName'],
  ['<header><nav><a href="/shop">Shop</a></nav></header>', 'nav a', 'menuItems.1.label'],
  ['<nav><a href="/shop/washes">Washes</a></nav>', 'a', 'shopItems.0.label'],
  ['<p>Nothing in particular</p>', 'p', undefined],
])('finds the part edited by %s', (body, selector, path) => {
  page(body);
  expect(pathOf(selector)).toBe(path);
});

it('uses the displayed color scheme', () => {
  document.documentElement.toggleAttribute('data-dark', true);
  page('<button class="MuiButton-contained">Buy</button>');
  expect(pathOf('button')).toBe('themes.dark.button.background');
  document.documentElement.toggleAttribute('data-dark', false);
});
