import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/accessibility';
import { dataDir, port } from './support/environment';
import { loseTheAnswer } from './support/lost-answer';
import { demoOwner } from './support/people';
import { startDemo } from './support/server';
import { expect, test } from './support/test';

// Separate server, because saved changes affect everyone on the site. Its phones show the development notice;
// the preview shows the customers' view anyway.
const own = {
  port: port + 6,
  dataDir: `${dataDir}-appearance`,
  captcha: 'none' as const,
  gate: 'on' as const,
};
const at = (site: string, path: string) => `http://${site}.localhost:${own.port}${path}`;
let stopServer: () => Promise<void>;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  stopServer = await startDemo(own);
});
test.afterAll(() => stopServer());

async function enter(page: Page, site: string, path: string) {
  await page.goto(at(site, path));
  await new LogIn(page).intoBackOffice(demoOwner(site, own.dataDir));
}

const shown = (page: Page) => page.frameLocator('iframe[name=suds-preview]');
const save = (page: Page) => page.getByRole('button', { name: 'Save' });
const business = (page: Page) => page.getByLabel('Business name');
const named = () => `Suds ${randomBytes(4).toString('hex')}`;

/** A draft rests a moment before it is kept on the device. */
async function expectKept(page: Page, name: string) {
  const kept = () => page.evaluate(() => localStorage.getItem('suds:config-draft') ?? '');
  await expect.poll(kept).toContain(name);
}

async function expectSaved(page: Page) {
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  await expect(save(page)).toBeDisabled();
}

/** Asserts the shop as seen by a new visitor. */
async function expectShop(page: Page, site: string, name: string) {
  const visitor = await page.context().browser()?.newPage();
  await visitor?.goto(at(site, '/'));
  await expect(visitor?.locator('body') ?? page.locator('nobody')).toContainText(name);
  await visitor?.close();
}

test('theme: changed with a live preview, published and restored', async ({ page }) => {
  const [was, name] = ['Sparkle Auto Spa', named()];
  await enter(page, 'sparkle', '/mmtpo/theme');
  const reset = page.getByRole('button', { name: 'Reset' });
  await expect(business(page)).toHaveValue(was);
  await expect(save(page)).toBeDisabled();
  await expect(reset).toBeDisabled();
  await expectAccessibleInBothSchemes(page, 'appearance');

  await test.step('a draft is shown, and nobody else sees it', async () => {
    await business(page).fill(name);
    await page.getByLabel('Primary color', { exact: true }).fill('#ffee00');
    await expect(page.getByText('2 unsaved changes')).toBeVisible();
    await expect(page.getByText('This color is hard to read on some backgrounds').first()).toBeVisible();
    await expect(shown(page).getByText(name).first()).toBeVisible();
    const root = shown(page).locator('html');
    const brand = () => root.evaluate((html) => getComputedStyle(html).getPropertyValue('--brand'));
    await expect.poll(brand).toBe('#ffee00');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(shown(page).locator('html[data-dark]')).toBeAttached();
    await page.getByRole('radio', { name: 'Phone' }).check();
    await expect(shown(page).getByRole('navigation').last()).toContainText('Wallet');
    await page.getByRole('radio', { name: 'Desktop' }).check();
    await expect(shown(page).getByRole('navigation').first()).toContainText('Shop');
    await page.getByRole('radio', { name: 'Phone' }).check();
    await expect(shown(page).getByRole('navigation').last()).toContainText('Wallet');
    await expectShop(page, 'sparkle', was);
  });

  await test.step('a page that is switched off is shown so', async () => {
    const links = () => shown(page).getByRole('link', { name: 'AirPAY' }).count();
    await expect.poll(links).toBe(1);
    await page.getByRole('button', { name: 'Pages', exact: true }).click();
    await page.getByRole('switch', { name: 'AirPAY' }).uncheck();
    await expect(page.getByText('3 unsaved changes')).toBeVisible();
    await expect.poll(links).toBe(0);
    await page.getByRole('switch', { name: 'AirPAY' }).check();
    await expect(page.getByText('2 unsaved changes')).toBeVisible();
    await page.getByRole('button', { name: 'Brand', exact: true }).click();
  });

  await test.step('it outlives a reload', async () => {
    await expectKept(page, name);
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(business(page)).toHaveValue(name);
  });

  await test.step('reset gives the saved one back', async () => {
    await reset.click();
    await expect(business(page)).toHaveValue(was);
    await expect(save(page)).toBeDisabled();
    await expect(reset).toBeDisabled();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(business(page)).toHaveValue(name);
    await expect(page.getByText(/unsaved changes/)).toBeVisible();
    await reset.click();
    await expect(business(page)).toHaveValue(was);
  });

  await business(page).fill(name);
  await save(page).click();
  await expectSaved(page);
  await expectShop(page, 'sparkle', name);

  await test.step('an earlier version is compared and restored', async () => {
    await page.getByRole('button', { name: 'Version history' }).click();
    const history = page.getByRole('dialog', { name: 'Version history' });
    await history.getByRole('button', { name: 'Compare' }).first().click();
    await expect(history.getByText('Business name')).toBeVisible();
    await expectAccessible(page, 'earlier versions');
    await history.getByRole('button', { name: 'Restore this version' }).click();
    await expect(business(page)).toHaveValue(was);
  });
});

test('theme: a save with a lost response isn’t a conflict', async ({ page }) => {
  const name = named();
  await enter(page, 'foamco', '/mmtpo/theme');
  await business(page).fill(name);
  await page.route('**/api/v1/accounts/site-config', loseTheAnswer, { times: 1 });
  await save(page).click();
  await new Dialog(page, 'Unable to Save new Configuration').press('Close');
  await expect(business(page)).toHaveValue(name);
  await save(page).click();
  await expectSaved(page);
  await expectShop(page, 'foamco', name);
});

test('theme: errors are shown at their fields', async ({ page }) => {
  await enter(page, 'northstar', '/mmtpo/theme?part=carousel');
  await page.locator('details[name=entries]').first().click();
  const colour = page.getByLabel(/^Text background color/).first();
  await colour.fill('greenish');
  await page.getByRole('button', { name: 'Brand', exact: true }).click();
  await expect(business(page)).toBeVisible();
  await save(page).click();
  await expect(colour).toBeFocused();
  await expect(page.getByText('Enter a color, such as #0a7b66.')).toBeVisible();
  await colour.fill('');
  await page.getByRole('button', { name: 'Brand', exact: true }).click();

  const server = {
    success: false,
    errorCode: 'invalid_fields',
    errorMessage: 'This address is not of this site.',
    fields: { 'carousel[0].image': 'This address is not of this site.' },
  };
  await page.route(
    '**/api/v1/accounts/site-config',
    (route) => route.fulfill({ status: 422, json: server }),
    {
      times: 1,
    },
  );
  await business(page).fill(named());
  await save(page).click();
  const failure = new Dialog(page, 'Unable to Save new Configuration');
  await expect(failure.root).toContainText(server.errorMessage);
  await expectAccessible(page, 'a config that was refused');
  await failure.press('Close');
  await expect(page.getByRole('group', { name: 'Image' }).first().getByRole('alert')).toHaveText(
    server.errorMessage,
  );
});

test('theme: a click in the preview opens its setting', async ({ page }) => {
  await enter(page, 'sparkle', '/mmtpo/theme');
  const choosing = page.getByRole('switch', { name: 'Click anything to edit it' });
  await choosing.check();
  const slide = shown(page).getByRole('heading', { level: 2 }).first();
  const headline = (await slide.textContent()) ?? '';
  await slide.click();
  await expect(page.getByRole('textbox', { name: 'Headline' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Headline' })).toHaveValue(headline);
  await shown(page).getByRole('link', { name: 'Sparkle Auto Spa, home' }).click();
  await expect(business(page)).toBeFocused();
  await page.getByRole('radio', { name: 'Phone' }).check();
  await shown(page).getByRole('link', { name: 'Find Us', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  await expect(page).toHaveURL(/part=homeCards/);
  await expectAccessible(page, 'a choice in the preview');

  await choosing.uncheck();
  await shown(page).getByRole('link', { name: 'Find Us', exact: true }).click();
  await expect(shown(page).getByRole('heading', { level: 1 })).toBeVisible();
});

test('theme: the second of two editors merges the changes', async ({ page, context }) => {
  const [mine, theirs] = [named(), `Card ${named()}`];
  await enter(page, 'tidal', '/mmtpo/theme');
  await business(page).fill(mine);
  await expectKept(page, mine);
  const other = await context.newPage();
  await other.goto(at('tidal', '/mmtpo/theme?part=brand'));
  // The draft of the first tab is of this device; the second begins without it.
  await other.getByRole('button', { name: 'Discard' }).click();
  await other.getByLabel('Gift card name').fill(theirs);
  await save(other).click();
  await expectSaved(other);
  await other.close();

  await save(page).click();
  await new Dialog(page, 'Conflicting changes').press('Merge');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(business(page)).toHaveValue(mine);
  await expect(page.getByLabel('Gift card name')).toHaveValue(theirs);
  await save(page).click();
  await expectSaved(page);
  await expectShop(page, 'tidal', mine);
});

test('slides and cards are added and limited, with uploaded images', async ({ page }) => {
  await enter(page, 'bluewave', '/mmtpo/theme?part=homeCards');
  await page.setViewportSize({ width: 390, height: 844 });
  const add = page.getByRole('button', { name: 'Add card' });
  const cards = page.locator('details[name=entries]');
  await expect(cards.first()).toBeVisible();
  const before = await cards.count();
  for (let count = before; count < 8; count += 1) await add.click();
  await expect(add).toHaveCount(0);
  await expect(page.getByText('New Card')).toHaveCount(8 - before);
  await expectAccessibleInBothSchemes(page, 'home cards');

  await page.getByRole('button', { name: 'Carousel', exact: true }).click();
  await page.getByRole('button', { name: 'Add slide' }).click();
  const headline = page.getByLabel('Headline').last();
  await headline.fill('Bubbles, by the bucket');
  const where = page.getByLabel('Button link').last();
  await where.selectOption('_SHOP');
  await expect(page.getByLabel('Shop page').last()).toHaveValue('_WASHES');

  const picture = page.getByRole('group', { name: 'Image' }).last();
  await picture.getByRole('button', { name: 'Select' }).click();
  const pictures = page.getByRole('dialog', { name: 'Select image' });
  const upload = (content: string) =>
    pictures
      .locator('input[type=file]')
      .setInputFiles({ name: 'picture.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(content) });
  await upload('MZ this is none');
  await expect(pictures.getByRole('alert')).toContainText('Failed to upload');
  await expect(pictures.getByRole('alert')).toContainText('Upload an SVG, PNG, JPEG, WebP or MP4 file.');
  await expectAccessible(page, 'the pictures of a site');
  const square = '<rect width="9" height="9" fill="#0a7b66"/>';
  await upload(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" viewBox="0 0 9 9">${square}</svg>`,
  );
  await expect(pictures).toHaveCount(0);
  const chosen = picture.locator('img');
  await expect(chosen).toHaveAttribute('src', /^\/uploads\/[0-9a-f]{32}\.svg$/);
  const width = () => chosen.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(9);
  await save(page).click();
  await expectSaved(page);
});
