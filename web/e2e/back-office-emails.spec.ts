import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Recovery } from './pages/recovery';
import { SignUp } from './pages/sign-up';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { demoCustomer, demoOwner, stranger } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server, because saved changes affect everyone on the site.
const own = { port: port + 9, dataDir: `${dataDir}-words`, captcha: 'none' as const };
const at = (site: string, path: string) => `http://${site}.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

async function enter(page: Page, site: string, part: string) {
  await page.goto(at(site, `/mmtpo/settings/${part}`));
  await new LogIn(page).intoBackOffice(demoOwner(site, own.dataDir));
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
}

/** Opens the shop as a new visitor. */
async function inShop(browser: Browser, url: string, look: (shop: Page) => Promise<void>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const shop = await context.newPage();
  await shop.goto(url);
  await look(shop);
  await context.close();
}

/** The newest captured mail of a kind. */
async function newestMail(kind: string) {
  const folder = join(own.dataDir, 'mail');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(folder, name)));
  const found = files.findLast((mail) => mail.includes(`X-Suds-Kind: ${kind}\r\n`));
  return found && PostalMime.parse(found);
}

test('support and policies appear in the shop immediately, and an earlier version is restored', async ({
  page,
  browser,
}) => {
  await enter(page, 'sparkle', 'business');
  await expectAccessibleInBothSchemes(page, 'business details');
  const phone = page.getByLabel(/^Support phone/);
  await phone.fill('call us');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Enter a valid phone number.').first()).toBeVisible();
  await phone.fill('602 555-0199');
  await save(page);
  await inShop(browser, at('sparkle', '/Support'), async (shop) => {
    await expect(shop.getByRole('link', { name: '(602) 555-0199' })).toBeVisible();
  });

  await page.goto(at('sparkle', '/mmtpo/settings/policies'));
  await page.getByRole('link', { name: 'FAQ' }).click();
  const text = page.getByLabel(/Text \(HTML\)/);
  await expect(text).toHaveValue(/Which wash should I get\?/);
  const was = await text.inputValue();
  await text.fill('<h3>Do you wash boats?</h3><p>Small ones.</p><script>alert(1)</script>');
  const shown = page.getByRole('region', { name: 'Preview' });
  await expect(shown.getByRole('heading', { name: 'Do you wash boats?' })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'texts');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(text).toHaveValue('<h3>Do you wash boats?</h3><p>Small ones.</p>');
  await inShop(browser, at('sparkle', '/Support'), async (shop) => {
    await expect(shop.getByText('Do you wash boats?')).toBeVisible();
  });

  await page.getByRole('button', { name: 'Version history' }).click();
  const versions = new Dialog(page, 'Version history').root;
  await expect(versions.getByText('Initial version')).toBeVisible();
  await versions.getByRole('button', { name: 'Edit this version' }).last().click();
  await expect(text).toHaveValue(was);
  await page.getByRole('button', { name: 'Publish' }).click();
  await inShop(browser, at('sparkle', '/Support'), async (shop) => {
    await expect(shop.getByText('Which wash should I get?')).toBeVisible();
  });
});

test('policies: accepted at sign-up and listed for the merchant', async ({ page, browser }) => {
  const ada = stranger('sparkle');
  await inShop(browser, at('sparkle', '/signUp'), async (shop) => {
    const form = new SignUp(shop);
    await form.fill(ada);
    await form.submit();
    await new Dialog(shop, 'Email Verification').press('Close');
  });
  await enter(page, 'sparkle', 'policies');
  await page.getByRole('button', { name: 'View acceptance records' }).click();
  const accepted = new Dialog(page, 'Acceptance records').root;
  await expect(accepted.getByRole('listitem').filter({ hasText: ada.email })).toContainText('Sign-up');
  await accepted.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel(/Text \(HTML\)/).fill('<p>Be kind to the brushes.</p>');
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'View acceptance records' }).click();
  await expect(accepted.getByText('No one has accepted this version yet.')).toBeVisible();
});

test('survey: members who cancel see the questions', async ({ page, browser }) => {
  await enter(page, 'sparkle', 'survey');
  await page.getByRole('button', { name: 'Add question' }).click();
  const added = page.getByRole('group').filter({ hasText: 'Untitled' }).last();
  await added.getByLabel('Question').fill('Where will you go?');
  const question = page.getByRole('group').filter({ hasText: 'Where will you go?' }).last();
  await question.getByLabel('Answer type').selectOption({ label: 'Multiple choice' });
  await question.getByLabel('Choices (one per line)').fill('Another wash\nA bucket');
  await expectAccessibleInBothSchemes(page, 'survey settings');
  await save(page);
  await page.getByRole('button', { name: 'Version history' }).click();
  await expect(new Dialog(page, 'Version history').root.getByText('Where will you go?')).toBeVisible();

  await inShop(browser, at('sparkle', '/logIn'), async (shop) => {
    await new LogIn(shop).as(demoCustomer('sparkle', own.dataDir));
    await shop.goto(at('sparkle', '/shop/washClubs'));
    const summary = shop.getByRole('region', { name: 'Wash Club' });
    await expect(summary.getByText('Active', { exact: true })).toBeVisible();
    await summary.getByRole('button', { name: 'Cancel Plan' }).click();
    await new Dialog(shop, 'Cancel Plan').press('Yes');
    await new Dialog(shop, 'Are you sure?').press('Cancel Plan');
    const survey = new Dialog(shop, 'Before you go').root;
    await survey
      .getByRole('group', { name: 'Where will you go?' })
      .getByLabel('Your answer')
      .selectOption({ label: 'A bucket' });
    await survey.getByRole('button', { name: 'Skip' }).click();
    await new Dialog(shop, 'Wash Club Canceled').press('Close');
  });
});

test('email templates: edited, validated, tested and reset to default', async ({ page, browser }) => {
  await enter(page, 'bluewave', 'email-templates');
  await expectAccessibleInBothSchemes(page, 'mails');
  await page.getByRole('link', { name: 'Password reset' }).click();
  const subject = page.getByLabel('Subject');
  const was = await subject.inputValue();
  const preview = page.getByRole('region', { name: 'Preview' });

  await test.step('a mistake is told with its line', async () => {
    await page
      .getByLabel('Plain text', { exact: true })
      .first()
      .fill('Hello\n{{ frist_name }}\n\n{{ link }}');
    await expect(preview.getByText(/^Line 2: /)).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Line 2: ' }).first()).toBeVisible();
  });
  await page.getByLabel('Plain text', { exact: true }).first().fill('Ahoy {{ first_name }}\n\n{{ link }}');
  await subject.fill('Lost your key, {{ first_name }}?');
  await expect(preview.getByText('Lost your key, Ann?')).toBeVisible();
  const designed = preview.frameLocator('iframe');
  await expect(designed.getByRole('link').first()).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'a mail');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInBothSchemes(page, 'a mail on a small phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('Test email sent')).toBeVisible();
  const sample = await newestMail('password_recovery');
  expect(sample?.subject).toMatch(/^Lost your key, .+\?$/);
  await save(page);

  const { email } = demoCustomer('bluewave', own.dataDir);
  await inShop(browser, at('bluewave', '/logIn'), async (shop) => {
    await new Recovery(shop).askFor(email);
    await expect.poll(async () => (await newestMail('password_recovery'))?.to?.[0]?.address).toBe(email);
  });
  const mail = await newestMail('password_recovery');
  expect(mail?.text).toContain('Ahoy');

  await test.step('the owner says who it comes from', async () => {
    await page.goto(at('bluewave', '/mmtpo/settings/email-sender'));
    await page.getByLabel(/^Name/).fill('The Wave');
    await page.getByLabel(/^Reply-to/).fill('surf@bluewave.example');
    await expectAccessibleInBothSchemes(page, 'sender');
    await save(page);
  });
  await page.goto(at('bluewave', '/mmtpo/settings/email-templates?mail=password_recovery&language=en'));
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('Test email sent')).toBeVisible();
  const sent = await newestMail('password_recovery');
  expect(sent?.from?.name).toBe('The Wave');
  expect(sent?.replyTo?.[0]?.address).toBe('surf@bluewave.example');

  await page.getByRole('button', { name: 'Reset to default' }).click();
  await new Dialog(page, 'Reset to default?').press('Reset to default');
  await expect(subject).toHaveValue(was);
});

test('loyalty: points are previewed as money', async ({ page }) => {
  await enter(page, 'tidal', 'loyalty');
  await page.getByLabel(/^Points per .+ spent$/).fill('50');
  await page.getByLabel('Points per award').fill('2000');
  const example = page.getByRole('region', { name: 'Examples' });
  await expect(example).toContainText('$20.00 purchase before tax earns 1,000 points');
  await expect(example).toContainText('Spending $40.00 earns an award');
  await expectAccessibleInBothSchemes(page, 'loyalty');
  await save(page);
  await page.reload();
  await expect(page.getByLabel('Points per award')).toHaveValue('2000');
});

test('shortcuts: the palette opens any page, a key saves the form, and list views are saved', async ({
  page,
}) => {
  await enter(page, 'tidal', 'business');
  await page.getByLabel(/^Support phone/).fill('6045550100');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  const palette = new Dialog(page, 'Go to').root;
  const box = palette.getByRole('combobox');
  await box.fill('loyal');
  await expect(palette.getByRole('option', { name: /Loyalty and referrals/ })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'palette');
  await box.press('Enter');
  await expect(page).toHaveURL(/settings\/loyalty$/);
  await page.keyboard.press('ControlOrMeta+k');
  await box.fill(demoCustomer('tidal', own.dataDir).email);
  await palette
    .getByRole('option', { name: /^Order/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/mmtpo\/orders\/./);

  await page.goto(at('tidal', '/mmtpo/orders?state=refunded'));
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = new Dialog(page, 'Save view').root;
  await dialog.getByLabel('Name').fill('Given back');
  await dialog.getByRole('button', { name: 'Save view', exact: true }).click();
  await page.goto(at('tidal', '/mmtpo/orders'));
  await page.getByRole('link', { name: 'Given back' }).click();
  await expect(page).toHaveURL(/state=refunded/);
  await page.getByRole('button', { name: 'Delete view Given back' }).click();
  await expect(page.getByRole('link', { name: 'Given back' })).toHaveCount(0);
});
