import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { expect, test } from './support/test';

test('a lost connection is said once, and in a line until it is back', async ({ page, context, visit }) => {
  await visit('sparkle', '/Support');
  // On a busy machine the code of dialogs may still be on its way when nothing else is.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /message-dialog[^/]*\.js$/.test(name)),
  );
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await new Dialog(page, 'Connection Error').press('Close');
  const line = page.getByRole('status').getByText('The Internet connection appears to be offline.');
  await expect(line).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'offline');
  await context.setOffline(false);
  await expect(line).toHaveCount(0);
});
