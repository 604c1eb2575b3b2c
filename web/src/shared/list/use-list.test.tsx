import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { filter, search, sort } from './fields';
import { type List, useList } from './use-list';

const fields = { q: search(), state: filter('all', 'paid'), sort: sort('newest', 'oldest') };

let list: List<typeof fields>;

function Shown() {
  list = useList(fields);
  return <output>{JSON.stringify(list.state)}</output>;
}

const Nothing = () => null;

/** Page whose data arrives slowly. */
async function openSlowly(path: string) {
  const waiting: (() => void)[] = [];
  let slow = false;
  const loader = () =>
    slow ? new Promise<null>((arrived) => waiting.push(() => arrived(null))) : Promise.resolve(null);
  const routes = [{ path: '/list', element: <Shown />, loader, HydrateFallback: Nothing }];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  await screen.findByRole('status');
  slow = true;
  const arrive = () =>
    act(async () => {
      for (const done of waiting.splice(0)) done();
    });
  return { router, arrive };
}

it('keeps a pending change while the next one is made', async () => {
  const { router, arrive } = await openSlowly('/list');
  act(() => list.change({ state: 'paid' }));
  act(() => list.change({ sort: 'oldest' }));
  await arrive();
  expect(router.state.location.search).toBe('?state=paid&sort=oldest');
  expect(screen.getByRole('status')).toHaveTextContent('"state":"paid","sort":"oldest"');
});

it('drops the state of an entry that was left', async () => {
  const { router, arrive } = await openSlowly('/list?q=glow');
  act(() => list.change({ state: 'paid' }));
  await arrive();
  act(() => list.clear());
  await arrive();
  expect(router.state.location.search).toBe('');
  act(() => list.change({ sort: 'oldest' }));
  await arrive();
  expect(router.state.location.search).toBe('?sort=oldest');
});
