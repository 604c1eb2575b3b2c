import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expect, test } from './support/test';
import { wordsOf } from './support/words';

/**
 * Display mode of each site's card form. Foam & Co. is in French; Northstar has no web shop. The processors
 * of Sparkle and Tidal are tested in `purchase.spec.ts`.
 */
const sites = [
  { site: 'bluewave', processor: 'worldpay', shows: 'frame', tag: ['@desktop'] },
  { site: 'foamco', processor: 'moneris_deprecated', shows: 'window', tag: ['@phone'] },
  { site: 'northstar', processor: 'ips', shows: 'frame', tag: ['@phone'] },
];

for (const { site, processor, shows, tag } of sites) {
  test.describe(site, () => {
    test.use({ locale: wordsOf(site).locale });
    test(`${site}: a card and a wash through ${processor}`, { tag }, async ({ page, visit, customerOf }) => {
      await customerOf(site);
      await visit(site, '/washes?location=1&forced=true');
      const words = wordsOf(site);
      const [shop, form] = [new Shop(page, words), new CardForm(page, words)];
      await shop.buyFirst();
      if (shows === 'window') {
        await test.step('a form whose window is closed saves nothing', async () => {
          const opened = await form.openWindow();
          await opened.getByLabel('Card number').waitFor();
          await opened.close();
          await expect(page.getByRole('dialog')).toHaveCount(0);
        });
        await shop.buyFirst();
        await form.saveInWindow('4242 4242 4242 4242');
      } else {
        await form.save('4242 4242 4242 4242');
      }
      await shop.confirmTotal();
      await new Dialog(page, words.success).press(words.showCode);
      await expect(page).toHaveURL(/\/wallet/);
      await expect(page.getByText(/^\d{4} \d{4} \d{4}$/)).toBeVisible();
    });
  });
}
