import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import { eventually } from '@/shared/testing/eventually';
import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok, refusal } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { sayMore } from '../catalogue';
import { surface } from '../surface';

const asked: string[] = [];
const nothing = { items: [], nextCursor: null, count: 0 };

/** Records a list's request and returns nothing. */
const note = (request: Request) => {
  const { pathname, searchParams } = new URL(request.url);
  if (searchParams.has('q')) asked.push(`${pathname.split('/').pop()} ${searchParams.get('q')}`);
};

beforeEach(async () => {
  asked.length = 0;
  await sayMore();
  setSession(tokens(4_000_000_000));
  answer('get', '/users', () => ok(account({ role: 'attendant' })));
  answer('get', '/system/app-version', () => ok({ appVersion: __SUDS_VERSION__ }) as never);
  answer('get', '/admin/locations', () => ok(nothing));
  answer('get', '/admin/waiting', () => ok([]));
  answer('get', '/admin/orders', (request) => {
    note(request);
    return ok(nothing);
  });
  answer('get', '/admin/products', (request) => {
    note(request);
    return ok(nothing);
  });
  answer('get', '/admin/gift-cards', (request) => {
    note(request);
    const card = {
      cardId: 9,
      name: 'Card',
      lastFour: '4421',
      state: 'active',
      balance: 5500,
      held: 0,
      buyerName: 'Ada Byron',
      createdAt: '2026-11-20T12:00:00Z',
    };
    return ok({ items: [card], nextCursor: null, count: 1 });
  });
  // Pages behind the search results aren't under test.
  answer('get', '/admin/customers/{userId}', () => refusal(404, 'not_found', 'There is nothing here.'));
  answer('get', '/admin/customers', (request) => {
    note(request);
    const ada = {
      userId: '7',
      name: 'Ada Byron',
      email: 'ada@wash.co',
      cellPhoneNumber: '6025550142',
      role: 'customer' as const,
      emailConfirmed: true,
      blocked: false,
      createdAt: '2026-11-20T12:00:00Z',
    };
    return ok({ items: [ada], nextCursor: null, count: 1 });
  });
});

async function open() {
  const { router } = await renderSurface(surface, '/mmtpo/orders');
  await screen.findByRole('heading', { name: 'No orders yet' });
  // The shortcut's handler is loaded lazily and doesn't open a second dialog.
  const opened = await vi.waitFor(
    async () => {
      await userEvent.keyboard('{Control>}k{/Control}');
      return screen.getByRole('dialog', { name: 'Go to' });
    },
    { timeout: 20_000, interval: 200 },
  );
  const dialog = within(opened);
  return { router, dialog, box: dialog.getByRole('combobox') };
}

it('finds customers and gift cards by keyboard only', async () => {
  const { router, dialog, box } = await open();
  await userEvent.type(box, 'ada byr');
  const customer = await dialog.findByRole('option', { name: /Ada Byron.*ada@wash\.co/ });
  expect(await dialog.findByRole('option', { name: /Gift card …4421/ })).toBeVisible();
  // For screen readers: the number of results and the one Enter opens.
  await eventually(() => expect(dialog.getByRole('status')).toHaveTextContent(/results/));
  expect(box).toHaveAttribute('aria-activedescendant', customer.id);
  await userEvent.keyboard('{ArrowDown}');
  const card = dialog.getByRole('option', { name: /4421/ });
  expect(card).toHaveAttribute('aria-selected', 'true');
  expect(box).toHaveAttribute('aria-activedescendant', card.id);
  expect(box).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await eventually(() => expect(router.state.location.pathname).toBe('/mmtpo/customers/7'));
});

it('searches from three letters on, once per pause', async () => {
  const { dialog, box } = await open();
  await userEvent.type(box, 'ad');
  await new Promise((done) => setTimeout(done, 600));
  expect(asked).toEqual([]);
  // Both changes come at once, however slow the machine is.
  for (const value of ['ada', 'ada lovelace']) fireEvent.change(box, { target: { value } });
  await dialog.findByRole('option', { name: /4421/ });
  expect(new Set(asked)).toEqual(
    new Set(['customers', 'orders', 'gift-cards', 'products'].map((list) => `${list} ada lovelace`)),
  );
});
