import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { expect, test } from './support/test';

// A browser that never asks by itself.
test.use({
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
});

test('installation instructions are shown until dismissed', async ({ page, visit, customerOf }) => {
  const hint = page.getByRole('region', { name: 'Add to home screen' });
  await visit('sparkle', '/');
  await expect(page.getByRole('button', { name: 'Continue as Guest' })).toBeVisible();
  await expect(hint).toHaveCount(0);

  await customerOf('sparkle');
  await page.reload();
  await expect(hint).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'home with the hint');
  await hint.getByRole('button', { name: 'Add to home screen' }).click();
  const steps = new Dialog(page, 'Add to home screen');
  await expect(steps.root.getByRole('listitem')).toHaveCount(3);
  await expectAccessibleInBothSchemes(page, 'the way onto the home screen');
  await steps.press('Close');
  await hint.getByRole('button', { name: 'Dismiss' }).click();
  await expect(hint).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expect(hint).toHaveCount(0);

  // It is still available on request.
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Add to home screen' }).click();
  await expect(steps.root.getByRole('listitem')).toHaveCount(3);
});
