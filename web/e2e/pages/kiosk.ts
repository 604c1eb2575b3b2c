import { expect, type Page } from '@playwright/test';
import { origin } from '../support/environment';
import { pairingCodeFor } from '../support/kiosk';
import { demoTerminalKey } from '../support/people';

/** The screen at a wash. */
export class Kiosk {
  constructor(readonly page: Page) {}

  /** Opens it on a browser that no merchant knows yet, and pairs it. */
  async pair(site: string, label: string) {
    await this.pairWith(site, await pairingCodeFor(site, label));
    await expect(this.page.getByText(label)).toBeVisible();
  }

  async pairWith(site: string, code: string) {
    await this.page.goto(`${origin(site)}/kiosk`);
    await this.expectScreen('Pair kiosk');
    await this.page.keyboard.type(code);
    await this.expectScreen('Scan your code');
  }

  /** Opens it as the terminal that a demo site comes with. */
  async open(site: string) {
    const terminal = { terminalId: 'demo', terminalKey: demoTerminalKey(site), keptAt: Date.now() };
    const kept = JSON.stringify(terminal);
    await this.page.addInitScript((text) => localStorage.setItem('suds:terminal', text), kept);
    await this.page.goto(`${origin(site)}/kiosk`);
    await this.expectScreen('Scan your code');
  }

  /** As a scanner does it, which ends with Enter. */
  async scan(code: string) {
    await this.page.keyboard.type(code.replaceAll(' ', ''));
    await this.page.keyboard.press('Enter');
  }

  expectScreen(heading: string) {
    return expect(this.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }

  /** On its own pad. */
  async type(code: string) {
    for (const digit of code.replaceAll(' ', '')) {
      await this.page.getByRole('button', { name: digit, exact: true }).click();
    }
  }

  async press(name: string) {
    await this.page.getByRole('button', { name, exact: true }).click();
  }
}
