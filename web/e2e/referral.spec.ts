import { enterAs } from './support/customers';
import { origin } from './support/environment';
import { demoCustomer } from './support/people';
import { expect, test } from './support/test';

const friendsLink = (marker = '') => `${origin('sparkle')}/storeDirect#${marker}K7QPM2X`;

test("a friend's link leads to the sign-up, with the code filled in", async ({ page, phone }) => {
  await page.goto(friendsLink(phone ? 'mobile&' : ''));
  await expect(page).toHaveURL(/\/signUp#/);
  await expect(page.getByLabel(/^Referral Code/)).toHaveValue('K7QPM2X');
});

test('who has an account is told that it is too late for a code', async ({ page }) => {
  await enterAs(page, 'sparkle', demoCustomer('sparkle'));
  await page.goto(friendsLink());
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(
    'Account Already Created - you have already created an account and are unable to add a referral code.',
  );
});

test.describe('on an Android phone', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile' });

  test("a friend's link opens the store with the merchant's app", async ({ page }) => {
    let open: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => {
      open = resolve;
    });
    await page.route('https://apps.sparkle.example/android', async (route) => {
      await seen;
      await route.fulfill({ contentType: 'text/html', body: '<h1>The store</h1>' });
    });
    await page.goto(friendsLink());
    await expect(page.getByRole('heading', { name: 'Opening Google App Store.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign up here instead' })).toHaveAttribute(
      'href',
      '/signUp#K7QPM2X',
    );
    open();
    await expect(page.getByRole('heading', { name: 'The store' })).toBeVisible();
  });
});
