import { randomBytes } from 'node:crypto';
import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { enterAs } from './support/customers';
import { origin } from './support/environment';
import { demoOwner } from './support/people';
import { expect, test } from './support/test';

test('devices: a terminal is added, paired and removed', async ({ page, visit, browser }) => {
  const label = `Lane ${randomBytes(3).toString('hex')}`;
  await enterAs(page, 'sparkle', demoOwner('sparkle'));
  await visit('sparkle', '/mmtpo/devices');
  await page.getByRole('button', { name: 'Add terminal' }).click();
  const add = page.getByRole('dialog', { name: 'Add terminal' });
  await add.getByLabel('Terminal name').fill(label);
  await add.getByLabel('Location').selectOption({ index: 1 });
  await expectAccessibleInBothSchemes(page, 'a new terminal');
  await add.getByRole('button', { name: 'Add and pair' }).click();

  const pairing = page.getByRole('dialog', { name: `Pair ${label}` });
  await expect(pairing.getByRole('timer')).toContainText(/Expires in (?:9|10):\d\d/);
  await expectAccessibleInBothSchemes(page, 'the digits of a terminal');
  const digits = (await pairing.getByText(/^\d{4} \d{4}$/).textContent()) ?? '';
  await pairing.getByRole('button', { name: 'Get new code' }).click();
  await expect(pairing.getByText(digits)).toBeHidden();
  const fresh = (await pairing.getByText(/^\d{4} \d{4}$/).textContent()) ?? '';

  const kiosk = await browser.newContext();
  const screen = await kiosk.newPage();
  await screen.goto(`${origin('sparkle')}/kiosk`);
  await expect(screen.getByRole('heading', { level: 1, name: 'Pair kiosk' })).toBeVisible();
  await screen.keyboard.type(fresh.replace(' ', ''));
  await expect(screen.getByRole('heading', { level: 1, name: 'Scan your code' })).toBeVisible();
  await kiosk.close();

  await expect(page.getByText(`${label} paired`)).toBeVisible();
  await expect(pairing).toBeHidden();
  await page.getByRole('searchbox').fill(label);
  await expect(page.getByText('1 result')).toBeVisible();
  await expect(page.getByText('Online')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'terminals');

  await page.getByRole('button', { name: `Remove: ${label}` }).click();
  await new Dialog(page, `Remove ${label}?`).press('Remove');
  await expect(page.getByText(`${label} removed`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
});
