import { loseConnection } from './pages/connection';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { expect, test } from './support/test';

test('a lost connection is said once, and in a line until it is back', async ({ page, context, visit }) => {
  await visit('sparkle', '/Support');
  await loseConnection(page, context);
  const line = page.getByRole('status').getByText('The Internet connection appears to be offline.');
  await expect(line).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'offline');
  await context.setOffline(false);
  await expect(line).toHaveCount(0);
});
