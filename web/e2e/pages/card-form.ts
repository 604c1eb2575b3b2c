import type { FrameLocator, Page } from '@playwright/test';
import { type Words, wordsOf } from '../support/words';

/** Processor's form, in a frame inside our own frame, or in a new window. */
export class CardForm {
  private readonly frame: FrameLocator;

  constructor(
    private readonly page: Page,
    private readonly words: Words = wordsOf('sparkle'),
  ) {
    const dialog = page.getByRole('dialog', { name: 'Add card' });
    this.frame = dialog.frameLocator('iframe').frameLocator('iframe');
  }

  async save(number: string) {
    await fill(this.frame, number);
  }

  async cancel() {
    await this.frame.getByRole('button', { name: 'Cancel' }).click();
  }

  /** Opens the form of a processor that forbids frames. */
  async openWindow(): Promise<Page> {
    const opened = this.page.waitForEvent('popup');
    await this.page.getByRole('button', { name: this.words.openForm, exact: true }).click();
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

async function fill(form: FrameLocator | Page, number: string) {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiry').fill('12/29');
  await form.getByLabel('CVV').fill('123');
  await form.getByRole('button', { name: 'Save card' }).click();
}
