import { expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

const gated = { port: port + 2, dataDir: `${dataDir}-gate`, captcha: 'none', gate: 'on' } as const;
const at = (path: string) => `http://sparkle.localhost:${gated.port}${path}`;
let stop: () => Promise<void>;

test.beforeAll(async () => {
  stop = await startDemo(gated);
});
test.afterAll(() => stop());

test('a development build opens after five clicks on its label, for this tab', async ({ page }) => {
  await page.goto(at('/logIn'));
  const label = page.getByText('Development build, please install the Demo App');
  await expect(label).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0);
  await expectAccessibleInBothSchemes(page, 'the development gate');
  for (let press = 0; press < 5; press += 1) await label.click();
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.goto(at('/Support'));
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();

  const elsewhere = await page.context().newPage();
  await elsewhere.goto(at('/'));
  await expect(elsewhere.getByText('Development build, please install the Demo App')).toBeVisible();
  // The web shop has no gate.
  await elsewhere.setViewportSize({ width: 1440, height: 900 });
  await expect(elsewhere.getByRole('link', { name: /^See all/ })).toBeVisible();
});
