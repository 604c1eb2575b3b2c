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
      .getByRole('button', { name: /^Buy Now/ })
      .first()
      .click();
  }

  async addFirst() {
    await this.page
      .getByRole('button', { name: /to cart$/ })
      .first()
      .click();
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
    await new Dialog(this.page, /^Your total is/).press('Yes');
  }
}
