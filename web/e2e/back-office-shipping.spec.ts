import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callApi } from './support/api';
import { enterAs } from './support/customers';
import { buy } from './support/orders';
import { demoCustomer, demoOwner } from './support/people';
import { expect, test } from './support/test';

/** Has merchandise bought past its pages; answers the order's record. */
async function orderGoods(site: string): Promise<string> {
  const [first] = await callApi<{ productId: number }[]>(site, '/products/merchandise');
  if (!first) throw new Error(`no merchandise at ${site}`);
  const address = {
    first: 'Ada',
    last: 'Hill',
    address1: '1 Foam Street',
    city: 'Phoenix',
    state: 'AZ',
    zipCode: '85004',
  };
  return buy(site, demoCustomer(site), { products: [{ productId: first.productId }], address });
}

test('shipping: packed with a slip, shipped with a tracking number, emails resent', async ({ page, visit }, {
  project,
}) => {
  const site = project.name === 'phone' ? 'bluewave' : 'sparkle';
  const record = await orderGoods(site);
  await enterAs(page, site, demoOwner(site));
  await visit(site, `/mmtpo/orders?needs=shipment&q=${record}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^1\d{5}$/ })
    .click();

  await page.getByRole('link', { name: 'Packing slip' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Packing slip' })).toBeVisible();
  await expect(page.getByText('1 Foam Street')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a packing slip');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goBack();

  for (const step of ['Packed', 'Shipped']) {
    await page.getByRole('button', { name: 'Update shipment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Shipment').selectOption({ label: step });
    if (step === 'Shipped') {
      await dialog.getByLabel(/^Carrier/).fill('Foam Post');
      await dialog.getByLabel(/^Tracking number/).fill('FP 42');
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(step, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('Foam Post · FP 42')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Packing slip' })).toBeHidden();

  await page.getByRole('button', { name: 'Resend receipt' }).click();
  const again = page.getByRole('dialog', { name: 'Resend receipt?' });
  await again.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Receipt sent')).toBeVisible();
});
