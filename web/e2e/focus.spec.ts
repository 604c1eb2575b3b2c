import type { Page } from '@playwright/test';
import { consoleOrigin, enterConsole } from './pages/console';
import { settled } from './support/accessibility';
import { enterAs } from './support/customers';
import { origin } from './support/environment';
import { demoCustomer, demoOwner } from './support/people';
import { holdChanges, pressAll } from './support/presses';
import { routesOf, type Surface } from './support/routes';
import { expect, test } from './support/test';

/** `all` presses the buttons of all screens, which takes minutes. */
const isComplete = process.env.SUDS_E2E_PRESSES === 'all';

/** Routes without buttons of their own, with the reason. */
const notWalked: Record<string, string> = {
  '*': 'has links only',
  '/logOut': 'redirects',
  '/mmtpo/reports': 'redirects to the first report',
  '/mmtpo/discounts': 'redirects to the deals',
  '/airPay': 'asks for its code until the server creates one, which counts as a change',
};

/** Buttons that are not pressed, with the reason. */
const notPressed: { name: RegExp; reason: string }[] = [
  { name: /^Reload App$/, reason: 'loads another document, which starts with its own focus' },
];

/** Values of parameters that no link on a list names. */
const values: Record<string, string> = { ':name': 'sales', ':part': 'business' };

type Walk = {
  surface: Surface;
  tag?: '@desktop' | '@phone';
  /** Screens with the most kinds of buttons; the others are walked by `all`. */
  often: string[];
  /** Minimum number of presses on them, so that a walk that finds no buttons fails. */
  presses: number;
};

const walks: Record<string, Walk> = {
  'the web shop': {
    surface: 'shopper',
    tag: '@desktop',
    often: ['/', '/checkout', '/userManagement'],
    presses: 15,
  },
  'the app': {
    surface: 'shopper',
    tag: '@phone',
    often: ['/', '/account', '/wallet'],
    presses: 10,
  },
  'the back office, sales': {
    surface: 'merchant',
    tag: '@desktop',
    often: ['/mmtpo', '/mmtpo/orders/:transRecordId', '/mmtpo/customers/:userId', '/mmtpo/memberships'],
    presses: 15,
  },
  'the back office, site': {
    surface: 'merchant',
    tag: '@desktop',
    often: [
      '/mmtpo/products',
      '/mmtpo/discounts/deals',
      '/mmtpo/locations',
      '/mmtpo/security',
      '/mmtpo/team',
    ],
    presses: 10,
  },
  'the console': {
    surface: 'console',
    tag: '@desktop',
    often: ['/sites', '/sites/:id', '/staff', '/me'],
    presses: 10,
  },
};

/** Routes of a walk. Of two walks over a surface, the first takes those that neither names. */
function routesOn(name: string, { surface, tag, often }: Walk): string[] {
  const routes = routesOf(surface).filter((route) => !(route in notWalked));
  expect(routes, `${name}: routes that exist`).toEqual(expect.arrayContaining(often));
  if (!isComplete) return often;
  const alike = Object.entries(walks).filter(([, walk]) => walk.surface === surface && walk.tag === tag);
  const others = alike.filter(([other]) => other !== name).flatMap(([, walk]) => walk.often);
  return alike[0]?.[0] === name ? routes.filter((route) => !others.includes(route)) : often;
}

/** Path of a route, with the parameters of the first entry of its list. */
async function pathOf(page: Page, base: string, route: string): Promise<string> {
  const path = route.replace(/:(name|part)$/, (parameter) => values[parameter] ?? parameter);
  const [list = '', rest] = path.split(/\/:\w+/);
  if (rest === undefined) return path;
  await page.goto(base + list);
  await settled(page);
  const entry = page.locator(`main a[href*="${list}/"]:not([href$="/new"])`).first();
  await expect(entry, `an entry for ${route}`).toBeAttached();
  return new URL((await entry.getAttribute('href')) ?? '', base).pathname + rest;
}

/** Enters a surface as the demo's person and returns its origin. */
async function enter(page: Page, surface: Surface): Promise<string> {
  if (surface === 'console') {
    await enterConsole(page, 'dev');
    return consoleOrigin;
  }
  const isShop = surface === 'shopper';
  const person = isShop ? demoCustomer('sparkle') : demoOwner('sparkle');
  await enterAs(page, 'sparkle', person, isShop ? ['The Works'] : []);
  return origin('sparkle');
}

for (const [name, walk] of Object.entries(walks)) {
  test(`every button of ${name} keeps the focus, and every dialog has a name`, {
    tag: walk.tag ?? [],
  }, async ({ page, shell }) => {
    test.setTimeout(isComplete ? 900_000 : 180_000);
    const base = await enter(page, walk.surface);
    const mark = walk.surface === 'shopper' ? shell.mark : '';
    await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
    page.on('popup', (popup) => popup.close());
    if (walk.surface !== 'console') await page.goto(`${base}/privacy${mark}`);
    await holdChanges(page);
    const stored = await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }] as const);
    const pressed = new Set<string>();
    const found: string[] = [];
    let count = 0;
    const paths: string[] = [];
    for (const route of routesOn(name, walk)) paths.push(await pathOf(page, base, route));
    for (const path of paths) {
      const open = async () => {
        await page.evaluate(([local, session]) => {
          localStorage.clear();
          sessionStorage.clear();
          Object.assign(localStorage, local);
          Object.assign(sessionStorage, session);
        }, stored);
        // Another document, even if only the fragment differs.
        await page.goto('about:blank');
        await page.goto(base + path + mark);
        await settled(page);
      };
      const screen = { page, where: path, open, except: notPressed.map((entry) => entry.name), pressed };
      const result = await pressAll(screen);
      found.push(...result.found);
      count += result.count;
    }
    expect(found).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(walk.presses);
  });
}
