import { modulesOf } from './support/built';
import { expect, test } from './support/test';

for (const [surface, path, other] of [
  ['merchant', '/mmtpo/nowhere', 'shopper'],
  ['kiosk', '/kiosk', 'shopper'],
  ['shopper', '/shop', 'merchant'],
] as const) {
  test(`${path} loads the code of the ${surface}, and none of the ${other}`, async ({ page, visit }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await visit('sparkle', path);
    await expect(page.locator(`html[data-surface="${surface}"]`)).toBeAttached();
    await expect(page.locator('h1')).toBeAttached();
    await page.waitForLoadState('networkidle');
    const modules = modulesOf(fetched);
    expect(modules.filter((module) => module.startsWith(`surfaces/${surface}/`)).length).toBeGreaterThan(3);
    const foreign = modules.filter((module) => module.startsWith(`surfaces/${other}/`));
    expect(
      foreign.filter((module) => !/\/(?:entry|shells|model\/development-gate)\.ts$/.test(module)),
    ).toEqual([]);
  });
}
