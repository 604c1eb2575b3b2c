import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  consoleOrigin,
  enterConsole,
  openSite,
  ownSite,
  sure,
  sureWithPassword,
  unusedName,
} from './pages/console';
import { Dialog } from './pages/dialog';
import { expectAccessibleInBothSchemes } from './support/accessibility';
import { builtVersion } from './support/builds';
import { callServer } from './support/call-server';
import { origin } from './support/environment';
import { mailedLink } from './support/mail';
import { demoOwner, demoStaff } from './support/people';
import { importElsewhere } from './support/sites';
import { expect, test } from './support/test';

/** Response of a host to a visitor. */
const visited = (host: string, path = '/') => callServer(host, path, { headers: { Accept: 'text/html' } });

/** Build of a site's page. */
const buildOf = async (subdomain: string) =>
  /"build":\{"version":"([\d.]+)"/.exec((await visited(`${subdomain}.localhost`)).body)?.[1];

const fact = (page: Page, term: string) =>
  page.locator('dl > div').filter({ hasText: term }).getByRole('definition');

test('site: renamed, and the old subdomain redirects', async ({ page }) => {
  const [before, after] = [ownSite(), unusedName()];
  await enterConsole(page, 'demo');
  await openSite(page, before);
  await page.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: `Rename ${before}` });
  const press = dialog.getByRole('button', { name: 'Rename' });
  await dialog.getByLabel('Subdomain').fill('sparkle');
  await expect(dialog.getByText('This subdomain is taken.')).toBeVisible();
  await dialog.getByLabel('Subdomain').fill(after);
  await expect(dialog.getByText(`${after} is available.`)).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the dialog to rename a site');
  await dialog.getByLabel('Your password').fill(demoStaff('demo').password);
  await press.click();
  await expect(page.getByRole('heading', { name: after, exact: true, level: 1 })).toBeVisible();

  const shop = await page.context().newPage();
  await shop.goto(`${origin(before)}/locations`);
  await expect(shop).toHaveURL(`${origin(after)}/locations`);
});

test('site: an owner is invited, and their address corrected', async ({ page }) => {
  const [mistyped, email] = [1, 2].map(() => `owner-${randomBytes(3).toString('hex')}@example.com`) as [
    string,
    string,
  ];
  await enterConsole(page, 'demo');
  await openSite(page, ownSite());
  await page.getByRole('button', { name: 'Invite owner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite owner' });
  await dialog.getByLabel('Email').fill(mistyped);
  await dialog.getByLabel('Your password').fill(demoStaff('demo').password);
  await expectAccessibleInBothSchemes(page, 'the invitation of an owner');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByRole('button', { name: `Change address: ${mistyped}` }).click();
  const address = page.getByRole('dialog', { name: 'Change address' });
  await address.getByLabel('Email').fill(email);
  await address.getByLabel('Your password').fill(demoStaff('demo').password);
  await address.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`${email}.*Pending`) })).toBeVisible();
  await expect(page.getByRole('row', { name: mistyped })).toBeHidden();
  expect(await mailedLink(email, 'invitation')).toContain('/invitation?');
});

test('site: visitors see that it is suspended until it is resumed', async ({ page }) => {
  const subdomain = ownSite();
  await enterConsole(page, 'demo');
  await openSite(page, subdomain);
  await expectAccessibleInBothSchemes(page, 'a site');
  const suspend = `Suspend ${subdomain}?`;
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: suspend });
  await confirm.getByLabel('Password', { exact: true }).fill('Wrong-1234');
  await confirm.getByRole('button', { name: 'Suspend' }).click();
  await expect(confirm.getByText('Incorrect password.').first()).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the dialog to suspend a site');
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await sureWithPassword(page, 'demo', 'Suspend', suspend);
  await expect(page.getByText(`${subdomain} suspended`)).toBeVisible();
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible();

  const shop = await page.context().newPage();
  const answer = await shop.goto(`${origin(subdomain)}/`);
  expect(answer?.status()).toBe(503);
  await expect(shop.getByRole('heading', { level: 1 })).toBeVisible();
  await sure(page, 'Resume', `Resume ${subdomain}?`);
  await expect(page.getByText(`${subdomain} resumed`)).toBeVisible();
  expect((await shop.goto(`${origin(subdomain)}/`))?.status()).toBe(200);
  await expect(shop.locator('#shell')).toBeVisible();
});

test('site: its URL wraps between words', async ({ page }) => {
  const subdomain = ownSite();
  await enterConsole(page, 'demo');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await openSite(page, subdomain);
    const url = fact(page, 'URL');
    await expect(url).toHaveText(origin(subdomain));
    // Characters around each line break.
    const breaks = await url.evaluate((element) => {
      const found: string[] = [];
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let [before, bottom] = ['', Number.POSITIVE_INFINITY];
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent ?? '';
        for (let at = 0; at < text.length; at += 1) {
          const range = document.createRange();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + 1);
          const box = range.getBoundingClientRect();
          if (box.top >= bottom) found.push(`${before}${text[at]}`);
          [before, bottom] = [text[at] ?? '', box.bottom];
        }
      }
      return found;
    });
    for (const around of breaks) expect(around, `${size.width} px`).toMatch(/^(?:.\.|[/-].)$/);
  }
});

test('site: deleted after typing its name, and undeleted', async ({ page }) => {
  const subdomain = ownSite();
  await enterConsole(page, 'demo');
  await openSite(page, subdomain);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${subdomain}?` });
  const press = dialog.getByRole('button', { name: 'Delete site' });
  const name = dialog.getByLabel(`Type ${subdomain} to confirm`);
  await name.fill('sparkle');
  await press.click();
  await expect(dialog.getByText(`Type ${subdomain}.`)).toBeVisible();
  await name.fill(subdomain);
  await dialog.getByLabel('Your password').fill(demoStaff('demo').password);
  await expectAccessibleInBothSchemes(page, 'the dialog to delete a site');
  await press.click();
  await expect(page.getByText(`${subdomain} scheduled for deletion`)).toBeVisible();
  await expect(fact(page, 'Permanent deletion')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename' })).toHaveCount(0);
  expect((await visited(`${subdomain}.localhost`)).status).not.toBe(200);

  await page.getByRole('button', { name: 'Undo deletion' }).click();
  await expect(page.getByText(`Deletion of ${subdomain} undone`)).toBeVisible();
  expect((await visited(`${subdomain}.localhost`)).status).toBe(200);
});

test('site: exported to a file and imported elsewhere', async ({ page }) => {
  const [subdomain, passphrase] = [ownSite(), 'three wet sponges'];
  await enterConsole(page, 'demo');
  await openSite(page, subdomain);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: `Export ${subdomain}` });
  const press = dialog.getByRole('button', { name: 'Download' });
  const phrase = dialog.getByLabel('Passphrase', { exact: true });
  const again = dialog.getByLabel('Confirm passphrase');
  await phrase.fill('short');
  await again.fill('other');
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('Enter at least 12 characters.').first()).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the dialog to export a site');
  await phrase.fill(passphrase);
  await expect(dialog.getByText('Passphrases must match.').first()).toBeVisible();
  await again.fill(passphrase);
  await dialog.getByLabel('Your password').fill(demoStaff('demo').password);
  const download = page.waitForEvent('download');
  await press.click();
  const archive = await download;
  expect(archive.suggestedFilename()).toMatch(new RegExp(`^${subdomain}-\\d{4}-\\d{2}-\\d{2}\\.suds$`));
  await expect(page.getByText(`${subdomain} exported`)).toBeVisible();

  expect(importElsewhere(await archive.path(), passphrase)).toBe(subdomain);
  await page.goto(`${consoleOrigin}/audit?act=site.export`);
  await expect(page.getByRole('button', { name: 'Details: Site exported' }).first()).toBeVisible();
});

test('site: a custom domain is unique', async ({ page }) => {
  const [one, other] = [ownSite(), ownSite()];
  const domain = `www.${one}.example`;
  await enterConsole(page, 'demo');
  const give = async (host: string) => {
    await page.getByRole('button', { name: 'Custom domain' }).click();
    const dialog = page.getByRole('dialog', { name: 'Custom domain' });
    await dialog.getByRole('textbox', { name: 'Domain' }).fill(host);
    await dialog.getByLabel('Your password').fill(demoStaff('demo').password);
    await dialog.getByRole('button', { name: 'Save' }).click();
    return dialog;
  };
  await openSite(page, one);
  const dialog = await give('no name');
  await expect(dialog.getByText('Enter a host name, such as www.example.com.')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the dialog for a domain');
  await dialog.getByRole('textbox', { name: 'Domain' }).fill(domain);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(fact(page, 'Custom domain')).toHaveText(domain);
  expect((await visited(domain)).status).toBe(200);

  await openSite(page, other);
  const refused = await give(domain);
  await expect(refused.getByText('Another site already uses this host name.')).toBeVisible();
  await refused.getByRole('button', { name: 'Cancel' }).click();

  await openSite(page, one);
  await give('');
  await expect(fact(page, 'Custom domain')).toHaveText('–');
  expect((await visited(domain)).status).toBe(404);
});

test('site: a pinned site keeps its build', async ({ page }) => {
  const subdomain = ownSite();
  await enterConsole(page, 'demo');
  const pin = async (build: string) => {
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Pin ${subdomain}` });
    await dialog.getByLabel('Build').selectOption({ label: build });
    await dialog.getByLabel('Your password').fill(demoStaff('demo').password);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await openSite(page, subdomain);
  await pin('1.5.0');
  await expect(fact(page, 'Pinned to')).toHaveText('1.5.0');
  await expect(fact(page, 'Version')).toHaveText('1.5.0');
  expect(await buildOf(subdomain)).toBe('1.5.0');
  await pin('Environment version');
  await expect(fact(page, 'Pinned to')).toHaveText('–');
  expect(await buildOf(subdomain)).toBe(builtVersion);
});

test('site: staff view a back office read-only and leave it', async ({ page, context }) => {
  await enterConsole(page, 'demo');
  await openSite(page, 'northstar');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'View as staff' }).click();
  const why = page.getByRole('dialog', { name: 'View northstar as staff' });
  await why.getByLabel('Reason').fill('Call about receipts');
  await why.getByRole('button', { name: 'View' }).click();
  const office = await opened;
  const notice = office.getByRole('status').filter({ hasText: "You can't make changes." });
  await expect(office).toHaveURL(`${origin('northstar')}/mmtpo`);
  await expect(notice).toHaveText(/You're viewing this site as staff until \d/);
  await expect(office.getByRole('heading', { name: 'Sales', level: 2 })).toBeVisible();
  await expectAccessibleInBothSchemes(office, 'a back office that one only looks into');

  await office.goto(`${origin('northstar')}/mmtpo/settings/business`);
  await expect(notice).toBeVisible();
  await office.getByLabel(/^Support phone/).fill('0113 496 0999');
  await expect(office.getByRole('button', { name: 'Save' })).toBeDisabled();
  await office.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBothSchemes(office, 'a back office that one only looks into, on a phone');

  // The shop says so, too.
  await office.goto(`${origin('northstar')}/wallet`);
  await expect(
    office.getByRole('heading', { name: 'Only customers can see this page.', level: 2 }),
  ).toBeVisible();
  await office.goto(`${origin('northstar')}/`);
  await expect(notice).toBeVisible();
  await expect(office.getByText(/^(?:Unable to|Couldn't)/)).toHaveCount(0);
  const closed = office.waitForEvent('close');
  await office.getByRole('button', { name: 'Exit view' }).click();
  await closed;

  // The trail says who looked.
  await page.goto(`${consoleOrigin}/audit?act=site.view`);
  await expect(page.getByRole('button', { name: 'Details: Back office viewed' }).first()).toBeVisible();
});

test('site: a merchant with a grant creates a site in their back office', async ({ page, browser }) => {
  const owner = demoOwner('northstar');
  const company = `Wash ${unusedName()}`;
  await enterConsole(page, 'demo', '/accounts');
  await page.getByRole('button', { name: 'New account' }).click();
  const account = page.getByRole('dialog');
  await account.getByLabel('Company').fill(company);
  await account.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Only platform staff can create sites for this account.')).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const office = await context.newPage();
  await office.goto(`${origin('northstar')}/SiteAdmin`);
  await office.getByLabel('Email', { exact: true }).fill(owner.email);
  await office.getByLabel('Password', { exact: true }).fill(owner.password);
  await office.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await expect(office.getByRole('heading', { name: 'No account for new sites' })).toBeVisible();
  await expect(office.getByRole('link', { name: 'New site' })).toHaveCount(0);
  await expectAccessibleInBothSchemes(office, 'SiteAdmin without a grant');

  await page.getByRole('button', { name: 'Grant access' }).click();
  const grant = page.getByRole('dialog', { name: 'Grant access' });
  await grant.getByLabel('Site subdomain').fill('nowhere');
  await grant.getByLabel('Email at that site').fill(owner.email);
  await grant.getByLabel('Your password').fill(demoStaff('demo').password);
  await grant.getByRole('button', { name: 'Grant access' }).click();
  await expect(grant.getByText('No site has this subdomain.')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'the dialog to grant an account');
  await grant.getByLabel('Site subdomain').fill('northstar');
  await grant.getByRole('button', { name: 'Grant access' }).click();
  await expect(page.getByRole('table', { name: 'Site creators' })).toContainText(owner.email);
  await expectAccessibleInBothSchemes(page, 'an account');

  await office.goto(`${origin('northstar')}/mmtpo`);
  await office.getByRole('link', { name: 'New site' }).click();
  await expect(office).toHaveURL(`${origin('northstar')}/SiteAdmin`);
  // Of what they were granted, and of nothing else.
  await expect(office.getByRole('group', { name: 'Account' }).getByRole('radio')).toHaveCount(1);
  await expect(office.getByRole('radio', { name: company })).toBeChecked();
  await expect(office.getByLabel(/Owner's email/)).toHaveCount(0);
  await expectAccessibleInBothSchemes(office, 'SiteAdmin');
  const make = office.getByRole('button', { name: 'Create site' });
  await office.getByLabel('Subdomain').fill('9');
  await office.getByRole('radio', { name: /Hand wash/ }).check();
  await office.getByLabel('Subdomain').fill('sparkle');
  await expect(office.getByText('This subdomain is taken.')).toBeVisible();
  const free = unusedName();
  await office.getByLabel('Subdomain').fill(free);
  await expect(office.getByText(`${free} is available.`)).toBeVisible();
  await make.click();
  await expect(office.getByRole('heading', { name: `${free} is ready to set up`, level: 2 })).toBeVisible();
  await expect(office.getByText(`Invitation sent to ${owner.email}.`)).toBeVisible();
  expect((await visited(`${free}.localhost`)).status).toBe(200);

  await page.reload();
  await expect(page.getByRole('link', { name: free })).toBeVisible();
  await page.getByRole('button', { name: `Revoke access: ${owner.email} at northstar` }).click();
  await new Dialog(page, `Revoke access for ${owner.email}?`).press('Revoke access');
  await expect(page.getByRole('button', { name: `Revoke access: ${owner.email} at northstar` })).toHaveCount(
    0,
  );
  // At the new site, which is theirs, it stays.
  await expect(page.getByRole('button', { name: `Revoke access: ${owner.email} at ${free}` })).toBeVisible();
  await office.goto(`${origin('northstar')}/SiteAdmin`);
  await expect(office.getByRole('heading', { name: 'No account for new sites' })).toBeVisible();
  await context.close();
});
