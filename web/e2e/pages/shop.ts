import { expect, type Page } from '@playwright/test';
import { Dialog } from './dialog';

export class Shop {
  constructor(private readonly page: Page) {}

  /** To the washes by the links that a person would use. */
  async openWashes(phone: boolean) {
    if (phone) await this.page.getByRole('main').getByRole('link', { name: /wash/i }).first().click();
    else await this.page.getByRole('link', { name: /^See all/ }).click();
    await expect(this.page.getByRole('button', { name: /^Buy Now/ }).first()).toBeVisible();
  }

  async buyFirst() {
    await this.page
      .getByRole('button', { name: /^(Buy Now|Acheter)/ })
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
    await root.getByLabel("Recipient's Email").fill(email);
    await root.getByLabel(/^Recipient's Name/).fill('Bo');
    await root.getByLabel('Header').selectOption({ label: 'Happy Birthday!' });
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
    await new Dialog(this.page, /^(Your total is|Ton total est)/).press(/^(Yes|Oui)$/);
  }
}
