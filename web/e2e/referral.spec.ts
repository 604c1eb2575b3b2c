import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { SignUp } from './pages/sign-up';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { confirm, enterAs } from './support/customers';
import { origin } from './support/environment';
import { demoCustomer, stranger } from './support/people';
import { expect, test } from './support/test';

const code = 'K7QPM2X';
const friendsLink = `${origin('sparkle')}/storeDirect`;

test("a friend's link leads to the sign-up, with the code filled in", async ({ page, shell }) => {
  await page.goto(`${friendsLink}${shell.mark ? `${shell.mark}&` : '#'}${code}`);
  await expect(page).toHaveURL(/\/signUp#/);
  await expect(page.getByLabel(/^Referral code/)).toHaveValue(code);
});

test('a referred friend signs up and gets points after the first purchase', { tag: '@phone' }, async ({
  page,
  visit,
  shell,
  customerOf,
}) => {
  const friend = stranger('sparkle');
  const points = page.getByRole('region', { name: 'Your next free wash' });

  await test.step('a customer has a link', async () => {
    await customerOf('sparkle');
    await visit('sparkle');
    await expect(points).toContainText('To your next award: 10,000 points');
    await visit('sparkle', '/referral');
    await expect(page.getByText('For you and for your friend 1,000 points')).toBeVisible();
    await expectAccessibleInBothSchemes(page, 'referral');
  });
  const link = await page.getByLabel('Your link').inputValue();
  await visit('sparkle', '/logOut');
  await expect(page).not.toHaveURL(/logOut/);

  await test.step('with which a friend signs up', async () => {
    await page.goto(link);
    const signUp = new SignUp(page);
    await signUp.fill(friend);
    await expect(page.getByLabel(/^Referral code/)).toHaveValue(link.split('#')[1] ?? '');
    await signUp.submit();
    await new Dialog(page, 'Email Verification').press('Close');
    await confirm('sparkle', friend.email);
  });
  await test.step('and buys', async () => {
    await visit('sparkle', shell.path.washes);
    const shop = new Shop(page);
    await shop.buyFirst();
    await new CardForm(page).save('4242 4242 4242 4242');
    await shop.confirmTotal();
    await new Dialog(page, 'Success').press('Show my code');
    await visit('sparkle');
    await expect(points).toContainText(/[1-9][\d,]* \/ 10,000 points/);
    await expectAccessibleInBothSchemes(page, 'points');
  });
});

test('existing customers can’t add a referral code', async ({ page }) => {
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
    await expect(page.getByLabel(/^Referral code/)).toHaveValue(code);
  });
});
