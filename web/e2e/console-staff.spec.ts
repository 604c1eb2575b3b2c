import {
  addColleague,
  consoleOrigin,
  enterConsole,
  logInAsNewcomer,
  logInToConsole,
  unusedName,
} from './pages/console';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { modulesOf } from './support/built';
import { demoStaff } from './support/people';
import { expect, test } from './support/test';

test('console: failed logins reveal no details, and login returns to the requested page', async ({
  page,
}) => {
  await page.goto(`${consoleOrigin}/audit?actor=cli`);
  await expect(page).toHaveURL(/\/login\?to=/);
  await expectAccessibleInBothSchemes(page, 'the log-in of the console');
  const { email } = demoStaff('demo');
  await logInToConsole(page, 'demo', { email, password: 'wrong' });
  await expect(page.getByText('Failed to log in.')).toBeVisible();
  await logInToConsole(page, 'demo');
  await expect(page).toHaveURL(`${consoleOrigin}/audit?actor=cli`);
  await expect(page.getByLabel('Actor')).toHaveValue('cli');
});

test('console: logout ends the session in every tab, and sessions aren’t remembered unless chosen', async ({
  page,
  context,
}) => {
  await enterConsole(page, 'demo', '/staff');
  const other = await context.newPage();
  await other.goto(`${consoleOrigin}/staff`);
  await expect(other.getByRole('button', { name: 'Log In' })).toBeVisible();
  await other.getByLabel('Remember me for 30 days').check();
  await logInToConsole(other, 'demo');
  await expect(other.getByRole('heading', { name: 'Staff' })).toBeVisible();
  const third = await context.newPage();
  await third.goto(`${consoleOrigin}/me`);
  await expect(third.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await other.getByRole('button', { name: 'Log Out' }).click();
  await expect(third).toHaveURL(/\/login/);
  await expect(third.getByRole('button', { name: 'Log In' })).toBeVisible();
});

test('staff: an owner adds a member, who sees what the role allows, and removes them', async ({
  page,
  browser,
}) => {
  await enterConsole(page, 'dev', '/staff');
  await expectAccessibleInBothSchemes(page, 'the staff');
  const email = `${unusedName('viewer')}@provider.example`;
  await page.getByRole('button', { name: 'Add staff member' }).click();
  await expectAccessibleInBothSchemes(page, 'the dialog to add somebody');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const { password } = await addColleague(page, email);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(`${consoleOrigin}/staff`);
  await logInAsNewcomer(theirs, 'dev', { email, password });
  await expect(theirs.getByText(`${email} (you)`)).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Add staff member' })).toHaveCount(0);
  await theirs.goto(`${consoleOrigin}/SiteAdmin`);
  await expect(theirs.getByRole('heading', { name: 'No access', level: 2 })).toBeVisible();

  await page.getByRole('button', { name: `Remove: ${email}` }).click();
  const sure = page.getByRole('dialog', { name: `Remove ${email}?` });
  await sure.getByLabel('Password', { exact: true }).fill(demoStaff('dev').password);
  await sure.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${email} removed`)).toBeVisible();
  await theirs.goto(`${consoleOrigin}/staff`);
  await expect(theirs.getByRole('button', { name: 'Log In' })).toBeVisible();
  await context.close();
});

test('audit log: shows actors and actions, and filters them', async ({ page }) => {
  // Before the log-in, which is then of this day or, past midnight, of the next.
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  await enterConsole(page, 'demo', '/audit');
  const details = (act: string) => page.getByRole('button', { name: `Details: ${act}` });
  const act = page.getByLabel('Event', { exact: true });
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  await expect(details('Logged in').first()).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the audit');
  await page.getByLabel('Actor').selectOption('demo');
  await expect(page).toHaveURL(/actor=demo/);
  await expect(details('Logged in')).toHaveCount(0);
  await page.goBack();
  await act.selectOption('Site created');
  await expect(page).toHaveURL(/act=site\.create/);
  await expect(details('Logged in')).toHaveCount(0);
  await details('Site created').first().click();
  await expect(page.getByRole('dialog', { name: 'Site created' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(act).toHaveValue('');

  // Days are in the viewer's time zone.
  await from.fill(today);
  await expect(page).toHaveURL(new RegExp(`from=${today}`));
  await expect(details('Logged in').first()).toBeVisible();
  await from.fill('2020-01-01');
  await to.fill('2020-01-02');
  await expect(details('Logged in')).toHaveCount(0);
  await expectAccessibleInBothSchemes(page, 'an audit in which nothing is found');
  await page.reload();
  await expect(to).toHaveValue('2020-01-02');
});

test('console: every page is accessible', async ({ page }) => {
  await enterConsole(page, 'demo');
  for (const path of [
    '/sites',
    '/SiteAdmin',
    '/accounts',
    '/SiteConfigUpdater',
    '/builds',
    '/me',
    '/nowhere',
  ]) {
    await page.goto(`${consoleOrigin}${path}`);
    await expectAccessibleInBothSchemes(page, path);
  }
});

test('console: loads no code of other surfaces', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await enterConsole(page, 'demo');
  await page.waitForLoadState('networkidle');
  const modules = modulesOf(fetched);
  expect(modules.filter((module) => module.startsWith('surfaces/console/')).length).toBeGreaterThan(3);
  const foreign = modules.filter((module) => /^surfaces\/(?!console\/)/.test(module));
  expect(foreign.filter((module) => !/\/(?:entry|shells|model\/development-gate)\.ts$/.test(module))).toEqual(
    [],
  );
});
