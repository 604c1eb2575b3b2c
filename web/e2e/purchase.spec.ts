import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { SignUp } from './pages/sign-up';
import { expectAccessible } from './support/accessibility';
import { mailedLink } from './support/mail';
import { demoCustomer, stranger } from './support/people';
import { expect, test } from './support/test';

for (const site of ['sparkle', 'tidal']) {
  test(`${site}: sign-up to wash code`, async ({ page, visit, shell }, info) => {
    const person = stranger(site);
    await visit(site, '/signUp');
    const signUp = new SignUp(page);
    await signUp.fill(person);
    await expectAccessible(page, 'sign-up');
    await signUp.submit();
    await new Dialog(page, 'Email Verification').press('Close');

    await page.goto(await mailedLink(person.email, 'confirmEmail'));
    await page.getByRole('button', { name: 'Verify my email' }).click();
    await expect(page).toHaveURL(/\/updated/);
    expect(page.url()).not.toContain('token');
    await page.getByRole('link', { name: 'Continue' }).click();

    await shell.openWashes(page);
    await shell.orderFirst(page);
    await new CardForm(page).save('4242 4242 4242 4242');
    await new Shop(page).confirmTotal();
    await new Dialog(page, 'Success').press('Show my code');

    await expect(page).toHaveURL(/\/wallet\/[^/#]+/);
    await expect(page.getByText(/^\d{4} \d{4} \d{4}$/)).toBeVisible();
    await expect(page.getByText('Valid at')).toBeVisible();
    await expectAccessible(page, 'code');
    await page.screenshot({ path: info.outputPath(`${site}-code.png`) });
  });
}

test('the cart survives a reload and is empty after the purchase', { tag: '@desktop' }, async ({
  page,
  visit,
}) => {
  await visit('bluewave', '/logIn');
  await new LogIn(page).as(demoCustomer('bluewave'));
  await visit('bluewave', '/washes?location=1&forced=true');
  const shop = new Shop(page);
  await shop.addFirst();
  await shop.addFirst();
  await page.reload();
  await shop.openCheckout();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveText('2');
  await page.getByRole('button', { name: /^Decrease quantity/ }).click();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveText('1');
  await shop.pay();
  await shop.confirmTotal();
  await new Dialog(page, 'Success').press('Show my code');
  await expect(page).toHaveURL(/\/wallet/);
  await visit('bluewave', '/checkout');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});
