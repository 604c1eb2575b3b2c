import { expect, type Page } from '@playwright/test';
import { type Words, wordsOf } from '../support/words';
import { Dialog } from './dialog';

export class Shop {
  constructor(
    private readonly page: Page,
    private readonly words: Words = wordsOf('sparkle'),
  ) {}

  async buyFirst() {
    await this.page
      .getByRole('button', { name: new RegExp(`^${this.words.buy}`) })
      .first()
      .click();
  }

  async addFirst() {
    await this.page
      .getByRole('button', { name: /to cart$/ })
      .first()
      .click();
  }

  async buy(name: string) {
    await this.page.getByRole('button', { name: `Buy Now: ${name}`, exact: true }).click();
  }

  async add(name: string) {
    await this.page.getByRole('button', { name: `Add ${name} to cart`, exact: true }).click();
  }

  /** Opens the gift dialog of a product, fills it in and leaves it by its button. */
  async give(name: string, email: string, message: string) {
    await this.page.getByRole('button', { name: `Give ${name} as a gift`, exact: true }).click();
    const { root } = new Dialog(this.page, `Gift: ${name}`);
    await root.getByLabel('Recipient email').fill(email);
    await root.getByLabel(/^Recipient name/).fill('Bo');
    await root.getByLabel('Greeting').selectOption({ label: 'Happy Birthday!' });
    await root.getByLabel(/^Message/).fill(message);
    await root.getByRole('button', { name: 'Add to cart' }).click();
    await expect(root).toHaveCount(0);
  }

  async openCheckout() {
    await this.page
      .getByRole('link', { name: /^Checkout/ })
      .first()
      .click();
    await expect(this.page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible();
  }

  async pay() {
    await this.page.getByRole('button', { name: /^Checkout ·/ }).click();
  }

  async confirmTotal() {
    await new Dialog(this.page, new RegExp(`^${this.words.yourTotal}`)).press(this.words.yes);
  }
}
