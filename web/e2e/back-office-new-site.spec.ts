import { unusedName } from './pages/console';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { callServer } from './support/call-server';
import { origin } from './support/environment';
import { mailedLink } from './support/mail';
import { createSiteFromTemplate } from './support/sites';
import { expect, test } from './support/test';

test('new site: announced to customers until its owner has what a shop needs and opens it', async ({
  page,
  browser,
}) => {
  const [site, company] = [unusedName('canyon'), 'Canyon Car Wash'];
  const owner = `${site}@owner.example`;
  createSiteFromTemplate(site, company, 'express_tunnel', owner);
  const soon = page.getByRole('heading', { name: `${company} opens soon`, level: 1 });
  for (const path of ['/', '/shop/washes']) {
    await page.goto(`${origin(site)}${path}`);
    await expect(soon).toBeVisible();
  }
  await expectAccessibleInBothSchemes(page, 'a shop that opens soon');
  const announced = await callServer(`${site}.localhost`, '/', { headers: { accept: 'text/html' } });
  expect([announced.status, announced.body.includes('noindex')]).toEqual([200, true]);

  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await office.goto(await mailedLink(owner, 'invitation'));
  await office.getByLabel('First name').fill('Olive');
  await office.getByLabel('Last name').fill('Owens');
  await office.getByLabel('Cell phone number').fill('6025550143');
  await office.getByLabel('Password', { exact: true }).fill('Saguaro-Rain-77');
  await office.getByRole('button', { name: 'Accept invitation' }).click();
  const guide = office.getByRole('region', { name: 'Setup guide' });
  await guide.getByRole('button', { name: 'Open the shop' }).click();
  const missing = guide.getByRole('alert');
  await expect(missing.getByRole('listitem')).toHaveText([
    'Add a location',
    'Set up taxes',
    'Add your first product',
    'Check your home page',
    'Publish your terms',
    'Publish your privacy policy',
    'Connect a payment processor',
    'Check your email sender',
  ]);
  await expectAccessibleInBothSchemes(office, 'the guide of a new site');
  const confirm = async (step: string, button: string) => {
    await guide.getByRole('listitem').filter({ hasText: step }).getByRole('button', { name: button }).click();
    await expect(guide.getByRole('heading', { name: `${step} – done` })).toBeVisible();
  };
  await confirm('Set up taxes', "We don't collect tax");
  await confirm('Check your home page', 'Confirm');
  await confirm('Connect a payment processor', "We don't take payments");
  await confirm('Check your email sender', 'Confirm');

  await office.goto(`${origin(site)}/mmtpo/locations/new`);
  await office.getByLabel('Name', { exact: true }).fill('Canyon Speedway');
  await office.getByRole('textbox', { name: 'Address', exact: true }).fill('4500 E Speedway Blvd');
  await office.getByLabel('City', { exact: true }).fill('Tucson');
  await office.getByLabel('Latitude').fill('32.2359');
  await office.getByLabel('Longitude').fill('-110.8976');
  await office.getByLabel('Washes and bundles').fill('No tax');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('Saved', { exact: true })).toBeVisible();
  for (const text of ['terms', 'privacy']) {
    await office.goto(`${origin(site)}/mmtpo/settings/policies?text=${text}`);
    await office.getByLabel(/Text \(HTML\)/).fill(`<p>The ${text} of ${company}.</p>`);
    await office.getByRole('button', { name: 'Publish' }).click();
    await expect(office.getByText('Published', { exact: true })).toBeVisible();
  }
  await office.goto(`${origin(site)}/mmtpo/products`);
  await office.getByRole('button', { name: 'Put on sale: Basic', exact: true }).click();
  await expect(office.getByRole('row', { name: /Basic.*Active/ })).toBeVisible();
  await expect(office.getByText(/7 products are examples/)).toBeVisible();
  await office.getByRole('button', { name: 'Remove all examples' }).click();
  await office.getByRole('alertdialog').getByRole('button', { name: 'Remove all examples' }).click();
  await expect(office.getByText('Examples removed', { exact: true })).toBeVisible();

  await office.goto(`${origin(site)}/mmtpo`);
  await guide.getByRole('button', { name: 'Open the shop' }).click();
  await expect(office.getByText('Shop opened', { exact: true })).toBeVisible();
  await page.goto(`${origin(site)}/shop/washes`);
  await expect(page.getByRole('heading', { name: 'Basic', exact: true })).toBeVisible();
  await expect(soon).toBeHidden();
});
