import { act, cleanup, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '@/shared/api/session';
import { answerAsDescribed } from '@/shared/testing/described-answers';
import { account } from '@/shared/testing/people';
import { renderSurface } from '@/shared/testing/render-surface';
import { answer, ok } from '@/shared/testing/server';
import { openSite } from '@/shared/testing/site';
import { tokens } from '@/shared/testing/tokens';
import { resetDialogs } from '@/shared/ui/dialog-stack';
import { resetToasts } from '@/shared/ui/toasts';
import { sayMore } from '@/surfaces/merchant/catalogue';
import { parts } from '@/surfaces/merchant/settings/parts';
import { surface as office } from '@/surfaces/merchant/surface';
import { pages as officePages } from '@/surfaces/merchant/table';
import { surface as shop } from '@/surfaces/shopper/surface';
import { table as shopPages } from '@/surfaces/shopper/table';

/** Links are left out: they open pages, which focus their heading. */
const pressable = 'button, summary, [role="button"], [role="tab"], [role="switch"]';

/** Buttons that load another document, which starts with its own focus. */
const notPressed = ['Reload App', 'Skip to content'];

const user = userEvent.setup();

const layers = () => [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')];

const isHidden = (element: Element) => element.closest('[aria-hidden="true"], [inert], [hidden]') !== null;

const nameOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

/** Enabled buttons by name and number. Of rows of a list, which have the same buttons, only the first one counts. */
function buttons(): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  const counts = new Map<string, number>();
  const top =
    layers()
      .filter((layer) => !isHidden(layer))
      .at(-1) ?? document.body;
  for (const element of top.querySelectorAll<HTMLElement>(pressable)) {
    if (isHidden(element) || element.matches(':disabled, [role="status"] *')) continue;
    const name = nameOf(element);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    if (!notPressed.includes(name)) found.set(`${name}#${count}`, element);
  }
  return found;
}

const signature = () => [...buttons().keys()].join('\n');

function isLost(): boolean {
  const active = document.activeElement;
  return !active || active === document.body || !active.isConnected || active.matches(':disabled');
}

type Opened = Awaited<ReturnType<typeof renderSurface>>;

/** Waits until nothing is loading and the page has stopped changing. */
async function settle({ queries }: Opened) {
  let before = '';
  // A countdown or a carousel never stops.
  for (let still = 0, tries = 0; still < 3 && tries < 200; tries += 1) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    const now = document.body.innerHTML;
    const isWaiting = document.querySelector('main [aria-busy="true"]') !== null;
    const isBusy = isWaiting || queries.isFetching() + queries.isMutating() > 0;
    still = isBusy || now !== before ? 0 : still + 1;
    before = now;
  }
}

/** Whether the focus is on an element of the page, after the page had time to move it. */
async function keepsFocus(): Promise<boolean> {
  return waitFor(() => expect(isLost()).toBe(false), { timeout: 3_000, interval: 10 }).then(
    () => true,
    () => false,
  );
}

/** Presses each button of a page with Enter, each on a page that only the press changed. Returns those that lose the focus. */
async function pressAll(open: () => Promise<Opened>, pressed: Set<string>): Promise<string[]> {
  const lost: string[] = [];
  const fresh = async () => {
    cleanup();
    resetDialogs();
    resetToasts();
    const opened = await open();
    await settle(opened);
    return opened;
  };
  let opened = await fresh();
  const [home, path] = [signature(), opened.router.state.location.pathname];
  for (const [key, element] of buttons()) {
    // Those of the bars are the same on each page.
    const isShared = !element.closest('main, [role="dialog"]');
    // Some pages redirect to others.
    const known = isShared ? key : `${path} ${key}`;
    if (pressed.has(known)) continue;
    if (signature() !== home || opened.router.state.location.pathname !== path) opened = await fresh();
    const button = buttons().get(key);
    // An earlier press may have removed it for good, such as a dismissed notice.
    if (!button) continue;
    pressed.add(known);
    act(() => button.focus());
    await user.keyboard('{Enter}');
    await settle(opened);
    if (!(await keepsFocus())) lost.push(`${key} at ${path}`);
    if (layers().length > 0) {
      await user.keyboard('{Escape}');
      await settle(opened);
      if (!(await keepsFocus())) lost.push(`${key} at ${path}, Escape`);
    }
  }
  return lost;
}

/** Path of a page, with values for its parameters. */
const pathsOf = (path: string): string[] =>
  path === '/mmtpo/settings/:part'
    ? Object.keys(parts).map((part) => path.replace(':part', part))
    : [path.replace(':name', 'sales').replaceAll(/:\w+/g, '1')];

const walks = {
  'the web shop': {
    surface: shop,
    pages: shopPages,
    role: 'customer',
    config: { has_app: false },
    presses: 30,
  },
  'the app': { surface: shop, pages: shopPages, role: 'customer', config: { has_app: true }, presses: 30 },
  'the back office': { surface: office, pages: officePages, role: 'owner', config: {}, presses: 130 },
} as const;

/** All components, so that no press waits for code. */
const code = import.meta.glob(['/src/**/*.tsx', '!/src/**/*.{test,stories}.tsx']);

beforeAll(async () => {
  openSite();
  for (const load of Object.values(code)) await load();
}, 120_000);
beforeEach(async () => {
  await sayMore();
  vi.stubGlobal('print', () => undefined);
  vi.stubGlobal('open', () => null);
});
afterEach(() => void vi.unstubAllGlobals());

for (const [name, { surface, pages, role, config, presses }] of Object.entries(walks)) {
  it(`keeps the focus after each press of a button of ${name}`, { timeout: 600_000 }, async () => {
    const paths = Object.values(pages)
      .filter(({ path, load }) => load && path !== '*')
      .flatMap(({ path }) => pathsOf(path));
    const pressed = new Set<string>();
    const lost: string[] = [];
    for (const path of paths) {
      const open = async () => {
        localStorage.clear();
        sessionStorage.clear();
        openSite(config);
        setSession(tokens(4_000_000_000));
        answerAsDescribed();
        answer('get', '/users', () => ok(account({ role })));
        answer('get', '/system/app-version', () => ok({ appVersion: __SUDS_VERSION__ }) as never);
        return renderSurface(surface, path);
      };
      lost.push(...(await pressAll(open, pressed)));
    }
    expect(lost).toEqual([]);
    // Fewer, if pages no longer show their data.
    expect(pressed.size).toBeGreaterThan(presses);
  });
}
