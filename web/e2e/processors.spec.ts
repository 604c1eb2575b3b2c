import { CardForm } from './pages/card-form';
import { Dialog } from './pages/dialog';
import { Shop } from './pages/shop';
import { expect, test } from './support/test';

/**
 * How the processor of a site shows its form. Foam & Co. speaks French. Sparkle's and Tidal's processors are walked through
 * in `purchase.spec.ts`.
 */
const sites = [
  { site: 'bluewave', processor: 'worldpay', shows: 'frame' },
  { site: 'foamco', processor: 'moneris_deprecated', shows: 'window' },
  { site: 'northstar', processor: 'ips', shows: 'frame' },
] as const;

for (const { site, processor, shows } of sites) {
  test(`${site}: a card and a wash through ${processor}`, async ({ page, visit, phone, customerOf }) => {
    await customerOf(site);
    await visit(site, '/washes?location=1&forced=true');
    if (site === 'northstar' && !phone) {
      await expect(page.getByRole('main')).toContainText('Please Open on a Mobile Device');
      return;
    }
    const [shop, form] = [new Shop(page), new CardForm(page)];
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
    await new Dialog(page, /^(Success|C’est fait)$/).press(/^(Show my code|Voir mon code)$/);
    await expect(page).toHaveURL(/\/wallet/);
    await expect(page.getByText(/^\d{4} \d{4} \d{4}$/)).toBeVisible();
  });
}
