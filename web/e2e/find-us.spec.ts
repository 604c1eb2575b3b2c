import { callApi } from './support/api';
import { enterAsGuest } from './support/customers';
import { origin } from './support/environment';
import { expect, test } from './support/test';

test('a guest finds the nearest location, with and without geolocation', { tag: '@phone' }, async ({
  page,
  context,
  visit,
}) => {
  type Location = { id: number; city: string; latitude: number; longitude: number };
  const places = await callApi<Location[]>('sparkle', '/locations');
  const last = places.at(-1);
  if (!last) throw new Error('no location');
  await enterAsGuest(page, 'sparkle');
  await visit('sparkle', '/findUs');
  const main = page.getByRole('main');
  const entries = main.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(entries).toHaveCount(places.length);
  await expect(entries.getByText(/^[\d.,]+ mi$/)).toHaveCount(0);

  await main.getByRole('button', { name: 'Your Location' }).click();
  await expect(main.getByText(/^Location access is off\./)).toBeVisible();
  await entries
    .first()
    .getByRole('button', { name: /^Directions/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Car Wash' });
  await expect(dialog.getByRole('link', { name: /^Directions/ })).toHaveAttribute('target', '_blank');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await context.grantPermissions(['geolocation'], { origin: origin('sparkle') });
  await context.setGeolocation({ latitude: last.latitude + 0.003, longitude: last.longitude });
  await main.getByRole('button', { name: 'Your Location' }).click();
  await expect(entries.first()).toContainText(last.city);
  await expect(entries.first()).toContainText('0.2 mi');
  await expect(entries.first()).toContainText('Selected');
  await entries
    .first()
    .getByRole('link', { name: /^Washes/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/washes\\?location=${last.id}`));
});
