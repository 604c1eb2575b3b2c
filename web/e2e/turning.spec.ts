import type { Page } from '@playwright/test';
import { enterAs } from './support/customers';
import { origin } from './support/environment';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

const upright = { width: 820, height: 1180 };
const lying = { width: 1366, height: 1024 };

/** Turns a tablet from the app to the web shop and back; `look` says what has to be there all along. */
async function turn(page: Page, look: () => Promise<void>) {
  // Behind a dialog it is hidden from readers.
  const app = page.getByRole('navigation', { name: 'App', includeHidden: true });
  await page.setViewportSize(lying);
  await expect(app).toHaveCount(0);
  await look();
  await page.setViewportSize(upright);
  await expect(app).toBeVisible();
  await look();
}

test.beforeEach(async ({ page }) => {
  await page.setViewportSize(upright);
});

test('a form keeps its input when a tablet is rotated', async ({ page }) => {
  await page.goto(`${origin('sparkle')}/signUp`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill('Foam&');
  await turn(page, async () => {
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Foam&');
  });
});

test('a dialog keeps its input', async ({ page }) => {
  await page.goto(`${origin('sparkle')}/logIn?forgot`);
  const field = page.getByRole('dialog').getByLabel('Email');
  await field.fill('ada@wash.co');
  await turn(page, () => expect(field).toHaveValue('ada@wash.co'));
});

for (const path of ['/account', '/userManagement']) {
  test(`${path} stays open`, async ({ page }) => {
    await enterAs(page, 'sparkle', demoCustomer('sparkle'));
    await page.setViewportSize(lying);
    await page.goto(origin('sparkle') + path);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('First name').fill('Grace');
    await turn(page, async () => {
      await expect(page).toHaveURL(origin('sparkle') + path);
      await expect(page.getByLabel('First name')).toHaveValue('Grace');
    });
  });
}

test('a gift form in the shop keeps its input', async ({ page }) => {
  await enterAs(page, 'sparkle', demoCustomer('sparkle'));
  await page.setViewportSize(lying);
  await page.goto(`${origin('sparkle')}/shop/washes`);
  await page
    .getByRole('button', { name: /as a gift$/ })
    .first()
    .click();
  const message = page.getByRole('dialog').getByLabel(/^Message/);
  await message.fill('Shine on');
  await turn(page, () => expect(message).toHaveValue('Shine on'));
});

test('a rotated tablet stays in the app of a merchant without a web shop', async ({ page }) => {
  await page.goto(`${origin('northstar')}/signUp`);
  await page.getByLabel('First name').fill('Ada');
  await page.setViewportSize(lying);
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await page.goto(`${origin('northstar')}/logIn`);
  await expect(page.getByRole('heading', { name: 'Please Open on a Mobile Device', level: 2 })).toBeVisible();
});
