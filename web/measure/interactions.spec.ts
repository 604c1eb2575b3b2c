import { expect } from '@playwright/test';
import { Dialog } from '../e2e/pages/dialog';
import { LogIn } from '../e2e/pages/log-in';
import { Shop } from '../e2e/pages/shop';
import { demoCustomer } from '../e2e/support/people';
import { app } from '../e2e/support/shells';
import { test } from '../e2e/support/test';

type Interaction = { name: string; target: string; duration: number };

/** Reports the time from each interaction to the next paint (Event Timing). */
function tellInteractions() {
  const heard = window as unknown as { tellInteraction: (interaction: Interaction) => void };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      const { name, duration, interactionId } = entry;
      const target = entry.target instanceof Element ? (entry.target.textContent ?? '').slice(0, 40) : '';
      if (interactionId) heard.tellInteraction({ name, target, duration });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

test('shows the code of a wash at a quarter of the speed', async ({ page }) => {
  const heard: Interaction[] = [];
  await page.exposeFunction('tellInteraction', (interaction: Interaction) => heard.push(interaction));
  await page.addInitScript(tellInteractions);
  const visit = (path: string) =>
    page.goto(`http://sparkle.localhost:${process.env.SUDS_E2E_PORT ?? 8099}${path}${app.mark}`);
  await visit('/logIn');
  await new LogIn(page).as(demoCustomer('sparkle'));
  await expect(page).not.toHaveURL(/logIn/);
  await visit('/');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  heard.length = 0;
  await app.openWashes(page);
  await app.orderFirst(page);
  await new Shop(page).confirmTotal();
  await new Dialog(page, 'Success').press('Show my code');
  await expect(page.getByText(/^\d{4} \d{4} \d{4}$/)).toBeVisible();
  // The last paint is reported with a delay.
  await page.waitForTimeout(1000);
  const slowest = heard.toSorted((a, b) => b.duration - a.duration)[0];
  expect(slowest).toBeDefined();
  const what = slowest ? `${slowest.duration} ms, ${slowest.name} on '${slowest.target}'` : '';
  process.stdout.write(
    `interaction slowest from wash to code at 4 × throttling: ${what}; ${heard.length} events\n`,
  );
  expect(slowest?.duration ?? 0).toBeLessThanOrEqual(5 * 150);
});
