import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

const digits = (page: Page) => page.getByText(/^\d{4} \d{4} \d{4}$/);

async function boxes(page: Page) {
  const of = async (name: string, locator: ReturnType<Page['locator']>) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error(`no ${name}`);
    return box;
  };
  return {
    code: await of('code', page.getByRole('img', { name: /^Code for/ })),
    digits: await of('digits', digits(page)),
    pass: await of('pass', page.getByRole('article')),
    top: await of('top bar', page.getByRole('banner')),
    bottom: await of('bottom bar', page.getByRole('navigation', { name: 'App' })),
  };
}

/** Turns the window to a size and waits until the page is laid out for it. */
async function resize(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([wide, high]) => innerWidth === wide && innerHeight === high, [width, height]);
  await page.evaluate(
    () => new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut))),
  );
}

test('a code is shown completely at every screen and font size', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit('sparkle', '/logIn');
  await new LogIn(page).as(demoCustomer('sparkle'));
  await visit('sparkle', '/washes');
  await new Shop(page).buy('Glow');
  await new Shop(page).confirmTotal();
  await new Dialog(page, 'Success').press('Show my code');
  await expect(digits(page)).toBeVisible();

  for (const fontSize of [10, 15]) {
    await page.evaluate((size) => localStorage.setItem('suds:fontSize', String(size)), fontSize);
    await page.reload();
    await expect(digits(page)).toBeVisible();
    for (const [width, height] of [
      [320, 640],
      [360, 640],
      [375, 667],
      [390, 844],
      [430, 932],
    ] as const) {
      await resize(page, width, height);
      const at = `${width}, letters ${fontSize}`;
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await expect
        .poll(async () => (await boxes(page)).code.width, `width of the code at ${at}`)
        .toBeGreaterThanOrEqual(width * 0.6);
      const seen = await boxes(page);
      expect(seen.digits.x, `first digit at ${at}`).toBeGreaterThanOrEqual(seen.pass.x + 12);
      expect(seen.digits.x + seen.digits.width, `last digit at ${at}`).toBeLessThanOrEqual(
        seen.pass.x + seen.pass.width - 12,
      );
      const words = await digits(page).evaluate((element) => [element.scrollWidth, element.clientWidth]);
      expect(words[0], `digits in their box at ${at}`).toBeLessThanOrEqual(words[1] ?? 0);
    }
    for (const [width, height] of [
      [844, 390],
      [667, 375],
      [640, 360],
    ] as const) {
      await resize(page, width, height);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const seen = await boxes(page);
      const at = `${width} × ${height}, letters ${fontSize}`;
      expect(seen.code.y, `above the code at ${at}`).toBeGreaterThanOrEqual(seen.top.y + seen.top.height);
      expect(seen.code.y + seen.code.height, `below the code at ${at}`).toBeLessThanOrEqual(seen.bottom.y);
      expect(seen.digits.y + seen.digits.height, `below the digits at ${at}`).toBeLessThanOrEqual(
        seen.bottom.y,
      );
      expect(seen.code.width, `size of the code at ${at}`).toBeGreaterThanOrEqual(height * 0.5);
    }
  }
});
