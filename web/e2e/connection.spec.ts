import { loseConnection } from './pages/connection';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { expect, test } from './support/test';

test('a lost connection is announced once and shown until it returns; then an update is offered', async ({
  page,
  context,
  visit,
}) => {
  await visit('sparkle', '/Support');
  await loseConnection(page, context);
  const line = page.getByRole('status').getByText('The Internet connection appears to be offline.');
  await expect(line).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'offline');
  const published = { success: true, errorMessage: null, resultData: { appVersion: '99.0.0' } };
  await page.route('**/system/app-version', (route) => route.fulfill({ json: published }));
  await context.setOffline(false);
  await expect(line).toHaveCount(0);
  const notice = page.getByText('A new version is available.');
  await expect(notice).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the notice of another version');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
});
