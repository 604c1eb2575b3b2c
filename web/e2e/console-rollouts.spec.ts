import { consoleOrigin, enterConsole, sureWithPassword } from './pages/console';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { expect, test } from './support/test';

test('rollouts: paused in one tab, updated in another, resumed and rolled back', async ({
  page,
  context,
}) => {
  await enterConsole(page, 'dev', '/rollouts');
  await expectAccessibleInBothSchemes(page, 'the rollouts');
  await page.getByRole('link', { name: 'App to 1.5.1' }).first().click();
  await expect(page.getByText('1 of 3 updated, 0 failed')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a rollout');

  // Its progress is shown to viewers.
  const other = await context.newPage();
  await enterConsole(other, 'dev', new URL(page.url()).pathname);
  await expect(other.getByText('In progress')).toBeVisible();

  const act = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name }).click();
  };
  await act('Pause');
  await expect(page.getByText('Rollout paused')).toBeVisible();
  await expect(other.getByText('Paused')).toBeVisible();
  await act('Resume');
  await expect(other.getByText('In progress')).toBeVisible();

  await sureWithPassword(page, 'dev', 'Roll back', 'Roll back rollout?');
  await expect(other.getByText('Rolled back').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});

test('rollouts: only environments with an older build can be updated', async ({ page }) => {
  await enterConsole(page, 'demo', '/SiteConfigUpdater');
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the versions');
  // The demo's own environment runs the newest build; the others have their own staff.
  await expect(page.getByRole('button', { name: 'Update app' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Update app' })).toBeDisabled();
  await page.goto(`${consoleOrigin}/builds`);
  await expect(page.getByText('Latest')).toBeVisible();
});
