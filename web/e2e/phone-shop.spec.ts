import { Dialog } from './pages/dialog';
import { LogIn } from './pages/log-in';
import { Shop } from './pages/shop';
import { callApi } from './support/api';
import { logIn, newCustomer } from './support/customers';
import { mailedLink } from './support/mail';
import { demoCustomer, stranger } from './support/people';
import { expect, test } from './support/test';

test('a purchase shows progress immediately on a slow connection', async ({ page, visit }) => {
  await page.route('**/api/v1/devices', () => {
    // It is never answered.
  });
  await visit('sparkle', '/logIn');
  await new LogIn(page).as(demoCustomer('sparkle'));
  await visit('sparkle', '/washes');
  let answer = () => {};
  const quoted = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/orders/quote', async (route) => {
    await quoted;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Buy Now: Glow' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  answer();
  await new Dialog(page, /^Your total is/).press('No');
  await expect(button).toHaveAttribute('aria-busy', 'false');
});

test('toasts never cover controls', async ({ page, visit, shell, customerOf }) => {
  await customerOf('sparkle');
  await visit('sparkle', shell.path.washes);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 700 });
  await new Shop(page).add('Glow');
  const toast = page.getByText('Glow added to cart', { exact: true });
  await expect(toast).toBeVisible();
  const covered = () =>
    toast.evaluate((text) => {
      const box = text.parentElement?.getBoundingClientRect();
      const stack = text.closest('[role=status]');
      if (!box || !stack) return ['no toast'];
      return [...document.querySelectorAll('a[href], button, select, input')]
        .filter((other) => !stack.contains(other) && other.checkVisibility({ visibilityProperty: true }))
        .filter((other) => !other.closest('[aria-hidden=true]'))
        .filter((other) => {
          const { top, bottom, left, right } = other.getBoundingClientRect();
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        })
        .map((other) => other.textContent ?? '');
    });
  await expect.poll(covered).toEqual([]);
  // It stays so.
  await page.waitForTimeout(300);
  expect(await covered()).toEqual([]);
  await page.mouse.wheel(0, 60);
  await expect.poll(covered).toEqual([]);
});

test("'All Locations' is no way round a forced location", async ({ page, visit, shell }) => {
  await shell.letIn(page, 'bluewave');
  for (const query of ['', '?location=0', '?location=0&forced=true', '?location=999999']) {
    await visit('bluewave', `/washes${query}`);
    await expect(page).toHaveURL(/findUs\?to=washes/);
  }
  await visit('bluewave', '/washes?location=1&forced=true');
  const filter = page.getByLabel('Locations');
  await expect(filter).toHaveValue('1');
  await expect(filter.getByRole('option', { name: 'All Locations' })).toHaveCount(0);
});

test('a gift waiting for email confirmation is shown', async ({ page, shell }) => {
  const friend = stranger().email;
  const { accessToken: token } = await logIn('sparkle', demoCustomer('sparkle'));
  const [wash] = await callApi<{ productId: number; name: string }[]>('sparkle', '/products/washes');
  if (!wash) throw new Error('no wash');
  const items = [{ productId: wash.productId, isGift: true, giftedEmail: friend }];
  await callApi('sparkle', '/orders', { products: items }, { token, key: friend });

  await test.step('the link in its mail knows the address', async () => {
    await page.goto(`${await mailedLink(friend, 'signUp')}${shell.mark}`);
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(friend);
    await expect(page.getByLabel('Confirm email')).toHaveValue(friend);
  });
  await test.step('who has an account logs in with it, and the wallet says what waits', async () => {
    const person = await newCustomer('sparkle', { email: friend, confirmed: false });
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await expect(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(friend);
    await new LogIn(page).as(person);
    await expect(page).toHaveURL(/\/wallet/);
    await new Dialog(page, 'Email Verification').press('Close');
    const notice = page.getByRole('region', { name: 'Gifts waiting for you' });
    await expect(notice).toContainText('A gift is waiting for you');
    await expect(notice).toContainText(wash.name);
    await expect(page.getByText(/^\d{4} \d{4} \d{4}$/)).toHaveCount(0);
  });
});

test('swipes don’t navigate the history', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('sparkle', '/Support');
  const rule = await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorX);
  expect(rule).toBe('none');
});
