import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenToOtherTabs, store } from '@/shared/lib/store';
import { product } from '@/shared/testing/products';
import { openSite } from '@/shared/testing/site';
import { cart, useCart } from './cart';

const wash = product({ productId: 101, name: 'Glow' });

function Names() {
  return (
    <ul>
      {useCart().map((line) => (
        <li key={line.id}>{`${line.quantity} ${line.product.name}`}</li>
      ))}
    </ul>
  );
}

const shown = () => screen.queryAllByRole('listitem').map((line) => line.textContent);

/** Simulates a write by another tab. */
function writeElsewhere(value: unknown) {
  const newValue = value === null ? null : JSON.stringify(value);
  if (newValue === null) localStorage.removeItem('suds:cart');
  else localStorage.setItem('suds:cart', newValue);
  act(() => {
    dispatchEvent(new StorageEvent('storage', { key: 'suds:cart', newValue }));
  });
}

beforeEach(() => {
  openSite();
  listenToOtherTabs();
});
afterEach(() => cart.empty());

it('is the same in all tabs', () => {
  render(<Names />);
  act(() => cart.add(wash));
  const own = store.read('cart') as { site: string; lines: object[] } | null;
  expect(shown()).toEqual(['1 Glow']);
  writeElsewhere({ ...own, lines: own?.lines.map((line) => ({ ...line, quantity: 3 })) });
  expect(shown()).toEqual(['3 Glow']);
  writeElsewhere(null);
  expect(shown()).toEqual([]);
});

it('survives a login', () => {
  cart.add(wash);
  store.write('session', { accessToken: 'a', refreshToken: 'b' });
  expect(cart.lines()).toHaveLength(1);
});

it('belongs to one site', () => {
  cart.add(wash);
  openSite({}, { subdomain: 'tidal' });
  expect(cart.lines()).toEqual([]);
});
