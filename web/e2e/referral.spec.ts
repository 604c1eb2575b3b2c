import { expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs } from './support/customers';
import { origin } from './support/environment';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

const code = 'K7QPM2X';
const friendsLink = `${origin('sparkle')}/storeDirect`;

test("a friend's link leads to the sign-up, with the code filled in", async ({ page, shell }) => {
  await page.goto(`${friendsLink}${shell.mark ? `${shell.mark}&` : '#'}${code}`);
  await expect(page).toHaveURL(/\/signUp#/);
  await expect(page.getByLabel(/^Referral Code/)).toHaveValue(code);
});

test('who has an account is told that it is too late for a code', async ({ page }) => {
  await enterAs(page, 'sparkle', demoCustomer('sparkle'));
  await page.goto(`${friendsLink}#${code}`);
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(
    'Account Already Created - you have already created an account and are unable to add a referral code.',
  );
  await expectAccessibleInBothSchemes(page, 'a code that comes too late');
});

test.describe('on an Android phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile' });

  test("a friend's link opens the store with the merchant's app", async ({ page }) => {
    const asked: string[] = [];
    // Without a document the page stays, as it does where a store's address opens the store's own app.
    await page.route('https://apps.sparkle.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 204 });
    });
    await page.goto(`${friendsLink}#${code}`);
    await expect(page.getByRole('heading', { name: 'Opening Google App Store.', level: 2 })).toBeVisible();
    await expect.poll(() => asked).toEqual(['https://apps.sparkle.example/android']);
    await expectAccessibleInBothSchemes(page, 'opening a store');
    await page.getByRole('link', { name: 'Sign up here instead' }).click();
    await expect(page.getByLabel(/^Referral Code/)).toHaveValue(code);
  });
});
