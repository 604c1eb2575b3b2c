import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { demoCustomer, demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server, because another merchant account invalidates all customers' cards.
const own = { port: port + 21, dataDir: `${dataDir}-merchant-account`, captcha: 'none' as const };
const at = (path: string) => `http://sparkle.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

/** An open payment is first looked up a minute after its order. */
const sweep = 90_000;

test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

test('merchant account: after a switch, unknown payments resolve and customers add their card again', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000 + sweep);
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const customer = await context.newPage();
  const form = new CardForm(customer);

  await test.step('a customer pays, and the processor does not answer', async () => {
    await customer.goto(at('/logIn'));
    await new LogIn(customer).as(demoCustomer('sparkle', own.dataDir));
    await customer.goto(at('/account'));
    await customer.getByRole('button', { name: 'Replace card' }).click();
    await form.save('4000 0000 0000 0127');
    await expect(customer.getByText('Card saved')).toBeVisible();
    await customer.goto(at('/washes'));
    const shop = new Shop(customer);
    await shop.buyFirst();
    await shop.confirmTotal();
    await expect(
      customer.getByRole('status').filter({ hasText: "We're checking your payment" }),
    ).toBeVisible();
  });

  await test.step('the owner is told what changes, and moves to another store', async () => {
    await page.goto(at('/mmtpo/settings/payments'));
    await new LogIn(page).intoBackOffice(demoOwner('sparkle', own.dataDir));
    await page.getByLabel('Store ID').fill('store6');
    await page.getByRole('button', { name: 'Test connection' }).click();
    const asked = page.getByRole('dialog', { name: 'Enter your password' });
    await asked.getByLabel('Password', { exact: true }).fill(demoOwner('sparkle', own.dataDir).password);
    await asked.getByRole('button', { name: 'Unlock' }).click();
    const tested = page.getByRole('status').filter({ hasText: 'Credentials are valid' });
    await expect(tested).toContainText("We couldn't verify that store6 supports USD.");
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const sure = page.getByRole('dialog', { name: 'Change merchant account?' });
    await expect(sure).toContainText("1 customer has a card on file that can't be charged anymore.");
    await expect(sure).toContainText('1 of them pays for a Wash Club.');
    await expect(sure).toContainText('1 charge has an unknown status.');
    await expectAccessibleInBothSchemes(page, 'leaving a merchant account');
    await sure.getByLabel('Type store6 to confirm').fill('store6');
    await sure.getByRole('button', { name: 'Change merchant account' }).click();
    const left = page.getByRole('region', { name: 'Previous merchant accounts' });
    await expect(left).toContainText('Moneris Checkout · store5');
    await expect(left).toContainText("1 card can't be charged");
    await expect(left).toContainText('1 charge with unknown status');
    await expectAccessibleInBothSchemes(page, 'earlier merchant accounts');
  });

  await test.step('the payment is found at the old store', async () => {
    await expect(new Dialog(customer, 'Success').root).toBeVisible({ timeout: sweep });
    await new Dialog(customer, 'Success').press('Show my code');
    await expect(customer).toHaveURL(/\/wallet/);
  });

  await test.step('the card is added again', async () => {
    await customer.goto(at('/account'));
    await expect(customer.getByText('Add your card again.')).toBeVisible();
    await expectAccessibleInBothSchemes(customer, 'a card of an earlier merchant account');
    await customer.getByRole('button', { name: 'Add your card again' }).click();
    await form.save('4242 4242 4242 4242');
    await expect(customer.getByRole('button', { name: 'Replace card' })).toBeVisible();
    await expect(customer.getByText('Add your card again.')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('1 card on file can be charged.')).toBeVisible();
  });
  await context.close();
});
