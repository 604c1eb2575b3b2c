import { loseConnection } from './pages/connection';
import { expect, test } from './support/test';

const offline = 'The Internet connection appears to be offline.';

test('a page that can’t load shows an error within the app and loads when back online', async ({
  page,
  context,
  visit,
  shell,
}) => {
  await shell.letIn(page, 'sparkle');
  await visit('sparkle');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await loseConnection(page, context);
  const title = await shell.leave(page);
  await expect(page.getByRole('alert')).toContainText('Connection Error');
  await expect(page.getByRole('alert')).toContainText(offline);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  for (const _ of ['once', 'once more']) {
    // Requests in progress when the connection returns are a separate case.
    const failed = page.waitForEvent('requestfailed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await failed;
    await expect(page.getByRole('alert')).toContainText(offline);
  }
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  // With its style sheet too.
  const broken = await page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((link) => !link.sheet)
        .length,
  );
  expect(broken).toBe(0);
});

test('a click that needs code or data reports the lost connection', async ({
  page,
  context,
  visit,
  shell,
  customerOf,
}) => {
  await customerOf('sparkle', { cart: ['The Works'] });
  await visit('sparkle', shell.path.washes);
  await loseConnection(page, context);
  const told = page.getByRole('alertdialog', { name: 'Connection Error' });
  for (const press of ['Give Glow as a gift', 'Buy Now: Glow']) {
    await page.getByRole('button', { name: press, exact: true }).click();
    await expect(told).toContainText(offline);
    await told.getByRole('button', { name: 'Close' }).click();
    await expect(told).toHaveCount(0);
  }
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Give Glow as a gift', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Gift: Glow' })).toBeVisible();
});

test('totals load automatically when back online', async ({ page, context, visit, customerOf }) => {
  await customerOf('sparkle', { cart: ['The Works'] });
  await visit('sparkle', '/checkout');
  const summary = page.getByRole('region', { name: 'Order summary' });
  await expect(summary).toContainText('Total');
  await loseConnection(page, context);
  await page.getByRole('button', { name: /^Increase quantity/ }).click();
  await expect(summary).toContainText("Couldn't load the total");
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: /^Checkout ·/ })).toBeEnabled();
});
