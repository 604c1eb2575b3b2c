import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { SignUp } from './pages/sign-up';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs, newCustomer } from './support/customers';
import { origin } from './support/environment';
import { mailedLink } from './support/mail';
import { demoCustomer, stranger } from './support/people';
import { expect, test } from './support/test';

test('a card on file can be removed', async ({ page, visit, customerOf }) => {
  await customerOf('sparkle');
  await visit('sparkle', '/account');
  const payment = page.getByRole('region', { name: 'Payment info' });
  await expect(payment.getByRole('button', { name: 'Remove card' })).toHaveCount(0);
  await payment.getByRole('button', { name: 'Add card' }).click();
  await new CardForm(page).save('4242 4242 4242 4242');
  await expect(payment).toContainText('•••• 4242');
  await payment.getByRole('button', { name: 'Remove card' }).click();
  await new Dialog(page, 'Remove card').press('Cancel');
  await expect(payment).toContainText('•••• 4242');
  await payment.getByRole('button', { name: 'Remove card' }).click();
  await new Dialog(page, 'Remove card').press('Remove card');
  await new Dialog(page, 'Success').press('Close');
  await expect(payment).toContainText('No card on file');
  await page.reload();
  await expect(payment).toContainText('No card on file');
});

test('a success message can be closed, and a code page has a way back', async ({ page, visit }) => {
  await enterAs(page, 'sparkle', demoCustomer('sparkle'));
  await visit('sparkle', '/washes');
  const shop = new Shop(page);
  const success = new Dialog(page, 'Success');
  for (const leave of [() => success.press('Close'), () => page.keyboard.press('Escape')]) {
    await shop.buyFirst();
    await shop.confirmTotal();
    await expect(success.root).toBeVisible();
    await leave();
    await expect(success.root).toHaveCount(0);
    await expect(page).toHaveURL(/\/washes/);
  }
  await visit('sparkle', '/wallet');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Show code/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Back to wallet' }).click();
  await expect(page).toHaveURL(/\/wallet(?:#.*)?$/);
});

test('an expired confirmation link offers a new one', async ({ page, visit, shell }) => {
  const person = await newCustomer('sparkle', { confirmed: false });
  const dead = `/confirmEmail?email=${encodeURIComponent(person.email)}&token=long-gone`;
  await visit('sparkle', dead);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByText("This link isn't valid. Request a new one.")).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a dead link');
  await page.getByRole('link', { name: 'Log in to get a new link' }).click();
  await new LogIn(page).as(person);
  const first = await mailedLink(person.email, 'confirmEmail');
  await page.getByRole('button', { name: 'Send new link' }).click();
  await new Dialog(page, 'Success').press('Close');
  await expect.poll(() => mailedLink(person.email, 'confirmEmail')).not.toBe(first);
  await page.goto(`${await mailedLink(person.email, 'confirmEmail')}${shell.mark}`);
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page).toHaveURL(/\/updated/);
});

test("'Re-send' sends", async ({ page, visit, customerOf }) => {
  const person = await customerOf('sparkle', { confirmed: false });
  await visit('sparkle', '/account');
  await new Dialog(page, 'Email Verification').press('Close');
  const first = await mailedLink(person.email, 'confirmEmail');
  await page.getByRole('button', { name: 'Re-send email confirmation' }).click();
  await expect(new Dialog(page, 'Success').root).toContainText(
    `An new email has been sent to ${person.email}.`,
  );
  await expect.poll(() => mailedLink(person.email, 'confirmEmail')).not.toBe(first);
});

test('signing up during a purchase returns to it', async ({ page, shell, visit }) => {
  await shell.letIn(page, 'sparkle');
  await visit('sparkle', '/bundles?location=2');
  await page
    .getByRole('link', { name: /^Log in to buy/ })
    .first()
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  const signUp = new SignUp(page);
  await signUp.fill(stranger());
  await signUp.submit();
  await expect(page).toHaveURL(new RegExp(`^${origin('sparkle')}/bundles\\?location=2`));
});
