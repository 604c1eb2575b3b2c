import { matchPath } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '@/shared/api/session';
import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok } from '@/shared/testing/server';
import { tokens } from '@/shared/testing/tokens';
import { sayMore } from './catalogue';
import { movedPages } from './moved-pages';
import { isPart } from './settings/parts';
import { surface } from './surface';
import { pages } from './table';

beforeEach(async () => {
  await sayMore();
  setSession(tokens(4_000_000_000));
  answer('get', '/users', () => ok(account({ role: 'customer' })));
});

const moves = Object.entries(movedPages);

it.each(moves)('redirects %s to %s with what follows', async (from, to) => {
  const { router } = await renderSurface(surface, `${from}/7?q=lane`);
  expect(router.state.location.pathname + router.state.location.search).toBe(`${to}/7?q=lane`);
  await router.navigate(from);
  expect(router.state.location.pathname).toBe(to);
});

it('redirects only to pages that exist', () => {
  for (const [from, to] of moves) {
    const [name] =
      Object.entries(pages).find(([key, { path }]) => key !== 'notFound' && matchPath(path, to)) ?? [];
    expect(name, to).toBeDefined();
    if (name === 'settingsPart') {
      expect(isPart(to.replace('/mmtpo/settings/', '')), to).toBe(true);
      expect(isPart(from.replace('/mmtpo/settings/', '')), from).toBe(false);
    }
  }
});
