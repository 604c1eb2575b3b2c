import { type BrowserContext, expect, type Page } from '@playwright/test';
import { Dialog } from './dialog';

/** Goes offline and dismisses the notice. */
export async function loseConnection(page: Page, context: BrowserContext) {
  // On a busy machine the code of dialogs may still be on its way when nothing else is.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /message-dialog[^/]*\.js$/.test(name)),
  );
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await new Dialog(page, 'Connection Error').press('Close');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
}
