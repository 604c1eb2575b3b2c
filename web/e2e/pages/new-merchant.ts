import { expect, type Page } from '@playwright/test';
import { origin } from '../support/environment';
import { mailedLink } from '../support/mail';
import { stranger } from '../support/people';
import { webShop } from '../support/shells';
import { CardForm } from './card-form';
import { enterConsole } from './console';
import { Counted } from './counted';
import { Dialog } from './dialog';
import { Shop } from './shop';
import { SignUp } from './sign-up';

/** Looks at a page before its next step, for example to take a screenshot. */
type Look = (page: Page, what: string) => Promise<void>;

const noLook: Look = async () => {
  // Tests only need the result.
};

export const company = 'Canyon Car Wash';
const password = 'Saguaro-Rain-77';
/** Credentials that the test processor accepts. A tenant of the demo has some of them, too. */
export const credentials = { storeId: 'store5', apiToken: 'yesguy', checkoutId: 'chktCANYON' };
const locations = [
  { name: 'Canyon Speedway', street: '4500 E Speedway Blvd', latitude: '32.2359', longitude: '-110.8976' },
  { name: 'Canyon Oracle', street: '6320 N Oracle Road', latitude: '32.3166', longitude: '-110.9756' },
];

/** The provider creates the site. */
export async function createSite(page: Page, site: string, owner: string, look = noLook) {
  await enterConsole(page, 'demo', '/sites');
  await page.getByRole('link', { name: 'New site' }).click();
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Company').fill(company);
  await dialog.getByRole('button', { name: 'Create account' }).click();
  await expect(dialog).toBeHidden();
  await page.getByLabel('Subdomain').fill(site);
  await expect(page.getByText(`${site} is available.`)).toBeVisible();
  await page
    .getByRole('group', { name: 'Template' })
    .getByRole('radio', { name: /Express tunnel/ })
    .check();
  await page.getByLabel(/Owner's email/).fill(owner);
  await look(page, 'new-site');
  await page.getByRole('button', { name: 'Create site' }).click();
  await expect(page.getByRole('heading', { name: `${site} is ready to set up`, level: 2 })).toBeVisible();
}

/** The owner goes from the invitation to an open shop. */
export async function openShop(office: Page, owner: string, look = noLook): Promise<Counted> {
  const counted = new Counted();
  const { click, fill, select } = {
    click: counted.click.bind(counted),
    fill: counted.fill.bind(counted),
    select: counted.select.bind(counted),
  };
  const guide = office.getByRole('region', { name: 'Setup guide' });
  const step = (title: string) => guide.getByRole('listitem').filter({ hasText: title });
  const home = async () => {
    // Toasts lie over the menu, and stay as long as a pointer is on them.
    await expect(office.getByRole('status').getByRole('button', { name: 'Close' })).toHaveCount(0);
    await click(office.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }));
  };
  const saved = (words = 'Saved') => expect(office.getByText(words, { exact: true }).first()).toBeVisible();

  counted.clicks += 1; // The link in the email.
  await office.goto(await mailedLink(owner, 'invitation'));
  await fill(office.getByLabel('First name'), 'Olive');
  await fill(office.getByLabel('Last name'), 'Owens');
  await fill(office.getByLabel('Cell phone number'), '5205550143');
  await fill(office.getByLabel('Password', { exact: true }), password);
  await look(office, 'invitation');
  await click(office.getByRole('button', { name: 'Accept invitation' }));
  await expect(guide).toBeVisible();
  await look(office, 'setup-guide');

  for (const title of ['Check your home page', 'Check your email sender']) {
    await click(step(title).getByRole('button', { name: 'Confirm' }));
    await expect(guide.getByRole('heading', { name: `${title} – done` })).toBeVisible();
  }

  await click(step('Add a location').getByRole('link', { name: 'Add location' }));
  for (const [index, { name, street, latitude, longitude }] of locations.entries()) {
    if (index > 0) await click(office.getByRole('link', { name: 'Add location' }).first());
    await fill(office.getByLabel('Name', { exact: true }), name);
    await fill(office.getByRole('textbox', { name: 'Address', exact: true }), street);
    await fill(office.getByLabel('City', { exact: true }), 'Tucson');
    await fill(office.getByLabel('Latitude'), latitude);
    await fill(office.getByLabel('Longitude'), longitude);
    // The second location proposes the rate of the first.
    if (index === 0) await fill(office.getByLabel('Washes and bundles'), '8.7');
    // So are the hours.
    if (index === 0) await click(office.getByRole('button', { name: 'Add hours' }));
    if (index === 0) await look(office, 'location');
    await click(office.getByRole('button', { name: 'Save', exact: true }));
    await expect(office.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  }

  await click(office.getByRole('navigation').getByRole('link', { name: 'Products', exact: true }));
  await look(office, 'examples');
  await click(office.getByRole('button', { name: 'Put all on sale' }));
  await saved('On sale');

  await home();
  await click(step('Publish your terms').getByRole('link', { name: 'View policies' }));
  for (const [tab, text] of [
    ['Terms', 'terms'],
    ['Privacy policy', 'privacy policy'],
    ['Wash Club terms', 'club terms'],
  ] as const) {
    if (tab !== 'Terms') await click(office.getByRole('link', { name: tab, exact: true }));
    await expect(office.getByRole('heading', { name: tab, level: 2 })).toBeVisible();
    await fill(office.getByLabel(/Text \(HTML\)/), `<p>The ${text} of ${company}.</p>`);
    await click(office.getByRole('button', { name: 'Publish' }));
    await saved('Published');
  }
  await home();

  await click(step('Connect a payment processor').getByRole('link', { name: 'Connect processor' }));
  await select(office.getByRole('combobox', { name: 'Environment' }), 'Suds test processor');
  await fill(office.getByLabel('Store ID'), credentials.storeId);
  await fill(office.getByLabel('API token', { exact: true }), credentials.apiToken);
  await fill(office.getByLabel('Checkout ID'), credentials.checkoutId);
  await look(office, 'payments');
  await click(office.getByRole('button', { name: 'Test connection' }));
  const asked = office.getByRole('dialog', { name: 'Enter your password' });
  await fill(asked.getByLabel('Password', { exact: true }), password);
  await click(asked.getByRole('button', { name: 'Unlock' }));
  await saved('Credentials are valid');
  await click(office.getByRole('button', { name: 'Save', exact: true }));
  await saved();

  await home();
  await look(office, 'before-opening');
  await click(guide.getByRole('button', { name: 'Open the shop' }));
  await saved('Shop opened');
  return counted;
}

/** Adds a terminal for the first location; returns the code that pairs it. */
export async function addTerminal(office: Page, look = noLook): Promise<string> {
  await office.getByRole('navigation').getByRole('link', { name: 'Devices', exact: true }).click();
  await office.getByRole('button', { name: 'Add terminal' }).click();
  const add = office.getByRole('dialog', { name: 'Add terminal' });
  await add.getByLabel('Terminal name').fill('Tunnel');
  await add.getByLabel('Location').selectOption({ label: locations[0]?.name ?? '' });
  await add.getByRole('button', { name: 'Add and pair' }).click();
  const digits = office.getByRole('dialog', { name: 'Pair Tunnel' }).getByText(/^\d{4} \d{4}$/);
  const code = (await digits.textContent()) ?? '';
  await look(office, 'pairing');
  return code.replace(' ', '');
}

/** The first customer signs up and buys a wash. Returns its code. */
export async function buyWash(shop: Page, site: string): Promise<string> {
  const ada = { ...stranger(), cellPhoneNumber: '5205550177' };
  await shop.goto(`${origin(site)}/signUp`);
  const signUp = new SignUp(shop);
  await signUp.fill(ada);
  await signUp.submit();
  await new Dialog(shop, 'Email Verification').press('Close');
  await shop.goto(await mailedLink(ada.email, 'confirmEmail'));
  await shop.getByRole('button', { name: 'Verify my email' }).click();
  await shop.getByRole('link', { name: 'Continue' }).click();
  await webShop.openWashes(shop);
  await webShop.orderFirst(shop);
  await new CardForm(shop).save('4242 4242 4242 4242');
  await new Shop(shop).confirmTotal();
  await new Dialog(shop, 'Success').press('Show my code');
  return (await shop.getByText(/^\d{4} \d{4} \d{4}$/).textContent()) ?? '';
}
