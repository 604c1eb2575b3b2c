import { expect, type Frame, type Page } from '@playwright/test';

/** The processor's form, which lies in a frame inside the frame of our own origin, or in a window of its own. */
export class CardForm {
  constructor(private readonly page: Page) {}

  private async frame(): Promise<Frame> {
    await expect(this.page.getByRole('dialog', { name: 'Add a card' })).toBeVisible();
    let found: Frame | undefined;
    await expect
      .poll(async () => {
        // The page itself may ask for the number of another kind of card.
        for (const frame of this.page.frames().slice(1)) {
          const fields = await frame
            .getByLabel('Card number')
            .count()
            .catch(() => 0);
          if (fields > 0) found = frame;
        }
        return found !== undefined;
      })
      .toBe(true);
    if (!found) throw new Error('no card form');
    return found;
  }

  async save(number: string) {
    await fill(await this.frame(), number);
  }

  async cancel() {
    await (await this.frame()).getByRole('button', { name: 'Cancel' }).click();
  }

  /** Opens the form of a processor that forbids frames. */
  async openWindow(): Promise<Page> {
    const opened = this.page.waitForEvent('popup');
    await this.page
      .getByRole('button', { name: /^(Open the secure form|Ouvrir le formulaire sécurisé)$/ })
      .click();
    return opened;
  }

  /** Saves the card in the form's own window, which closes by itself. */
  async saveInWindow(number: string) {
    const form = await this.openWindow();
    const closed = form.waitForEvent('close');
    await fill(form, number);
    await closed;
  }
}

async function fill(form: Frame | Page, number: string) {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry').fill('12/29');
  await form.getByLabel('CVV').fill('123');
  await form.getByRole('button', { name: 'Save card' }).click();
}
