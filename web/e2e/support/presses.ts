import type { Page } from '@playwright/test';

/** Links are left out: they open pages, which focus their heading. */
const pressable = 'button, summary, [role="button"], [role="tab"], [role="switch"]';

/** Milliseconds in which the focus has to return after a press. */
const patience = 2_500;

/** Requests that change nothing, although they are not GET. */
const reads = /\/(quote|preview|balance|refresh|devices)$/;

const errorBody = JSON.stringify({ status: 503, detail: 'Unavailable' });

/** Answers requests that would change data with an error, after a moment in which the button works. */
export function holdChanges(page: Page) {
  return page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() === 'GET' || reads.test(pathname)) return route.fallback();
    await new Promise((resolve) => setTimeout(resolve, 30));
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body: errorBody });
  });
}

type Button = { key: string; name: string };

/**
 * Enabled buttons in view. Rows of a list have the same buttons, so only the first row with each set of them counts.
 * Keys name a button across page loads.
 */
function buttonsOf(page: Page): Promise<Button[]> {
  return page.evaluate((selector) => {
    const layers = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')];
    const top =
      layers.filter((layer) => layer.checkVisibility({ visibilityProperty: true })).at(-1) ?? document.body;
    const nameOf = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    const kindOf = (element: Element | null): string =>
      element && element !== document.body
        ? `${kindOf(element.parentElement)}>${element.tagName}.${element.classList}`
        : '';
    const counts = new Map<string, number>();
    const rows = new Map<string, Element>();
    const found: Button[] = [];
    for (const element of top.querySelectorAll(selector)) {
      const isUsable =
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled, .skip-link') &&
        !element.closest('[aria-hidden="true"], [inert], [role="status"]');
      if (!isUsable) continue;
      const row = element.closest('tbody tr, li, article');
      if (row) {
        const kind = `${kindOf(row)} ${row.querySelectorAll(selector).length}`;
        const first = rows.get(kind) ?? row;
        rows.set(kind, first);
        if (first !== row) continue;
      }
      const name = nameOf(element);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const key = `${name}#${count}`;
      element.setAttribute('data-press', key);
      found.push({ key, name });
    }
    return found;
  }, pressable);
}

/** Waits until no request is under way. */
function quietOf(page: Page) {
  const pending = new Set<unknown>();
  page.on('request', (request) => request.resourceType() !== 'eventsource' && pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    const end = Date.now() + patience;
    while (pending.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  };
}

/** Presses a button with Enter. Returns false if it is gone. */
async function press(page: Page, { key }: Button): Promise<boolean> {
  const isThere = await page.evaluate((wanted) => {
    const element = [...document.querySelectorAll('[data-press]')].find(
      (other) => other.getAttribute('data-press') === wanted,
    );
    if (!(element instanceof HTMLElement) || element.matches(':disabled')) return false;
    element.focus();
    return document.activeElement === element;
  }, key);
  if (isThere) await page.keyboard.press('Enter');
  return isThere;
}

/** Mistakes after a press: the focus on the document, and dialogs without a name. */
function mistakes(page: Page): Promise<string[]> {
  return page.evaluate(async (longest) => {
    const isLost = () => {
      const active = document.activeElement;
      return !active || active === document.body || !active.isConnected;
    };
    const end = performance.now() + longest;
    // Kept for a while, since layers move the focus once more.
    for (let kept = 0; kept < 4 && performance.now() < end; kept = isLost() ? 0 : kept + 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    const nameless = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].filter(
      (dialog) => {
        const labels = dialog.getAttribute('aria-labelledby')?.split(' ') ?? [];
        const named = labels.map((id) => document.getElementById(id)?.textContent ?? '').join('');
        return !(dialog.getAttribute('aria-label') ?? named).trim() && dialog.checkVisibility();
      },
    );
    return [
      ...(isLost() ? ['the focus is on the document'] : []),
      ...(nameless.length > 0 ? ['a dialog has no name'] : []),
    ];
  }, patience);
}

const stateOf = (page: Page) =>
  page.evaluate(() => ({
    path: location.pathname + location.search,
    stored: JSON.stringify({ ...localStorage }),
    layers: document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]').length,
  }));

export type Screen = {
  page: Page;
  where: string;
  /** Opens the screen in a fresh state. */
  open: () => Promise<void>;
  /** Names that are not pressed. */
  except: readonly RegExp[];
  /** Buttons already pressed on other screens, such as those of the bars. */
  pressed: Set<string>;
};

/**
 * Presses each enabled button of a screen. Opens the screen again after a press that changed more than the focus. Returns
 * the number of presses and the mistakes.
 */
export async function pressAll({ page, where, open, except, pressed }: Screen) {
  const quiet = quietOf(page);
  const found: string[] = [];
  let count = 0;
  const signature = (some: Button[]) => some.map(({ key }) => key).join('\n');
  const fresh = async () => {
    await open();
    let before: string | null = null;
    // Data comes after the code of a page, which leaves a moment without requests and buttons.
    for (let tries = 0; tries < 25; tries += 1) {
      await quiet();
      const now = await buttonsOf(page);
      const hasOwn = await page.evaluate(
        () => document.querySelector('main [data-press], [role="dialog"]') !== null,
      );
      if (hasOwn && signature(now) === before) return now;
      before = signature(now);
      await page.waitForTimeout(80);
    }
    return buttonsOf(page);
  };
  let buttons = await fresh();
  const { path } = await stateOf(page);
  const all = buttons;
  const home = signature(all);
  for (const button of all) {
    const isInBar = await page.evaluate(
      (key) => !document.querySelector(`[data-press="${CSS.escape(key)}"]`)?.closest('main'),
      button.key,
    );
    const known = isInBar ? button.name.replaceAll(/\d+/g, '') : '';
    if ((known && pressed.has(known)) || except.some((name) => name.test(button.name))) continue;
    if (known) pressed.add(known);
    if (signature(buttons) !== home) buttons = await fresh();
    if (!(await press(page, button))) {
      buttons = await fresh();
      if (!(await press(page, button))) {
        found.push(`${where}, '${button.name}': could not be pressed`);
        continue;
      }
    }
    count += 1;
    await quiet();
    const wrong = await mistakes(page).catch(() => mistakes(page));
    found.push(...wrong.map((what) => `${where}, '${button.name}': ${what}`));
    const state = await stateOf(page);
    if (state.path !== path) {
      buttons = [];
      continue;
    }
    if (state.layers > 0) {
      await page.keyboard.press('Escape');
      const after = await mistakes(page);
      found.push(...after.map((what) => `${where}, '${button.name}', Escape: ${what}`));
    }
    buttons = wrong.length > 0 ? [] : await buttonsOf(page);
  }
  return { count, found };
}
