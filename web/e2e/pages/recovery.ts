import { expect, type Page } from '@playwright/test';
import { Dialog } from './dialog';

export class Recovery {
  constructor(private readonly page: Page) {}

  /** Requests a link on the login page. */
  async askFor(email: string) {
    await this.page.getByRole('button', { name: 'Forgot Password' }).click();
    const { root } = new Dialog(this.page, 'Forgot Password');
    await root.getByLabel('Email', { exact: true }).fill(email);
    await root.getByRole('button', { name: 'Send link' }).click();
    await new Dialog(this.page, 'Password recovery email sent!').press('Close');
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  async choose(password: string) {
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByLabel('Confirm password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Reset password' }).click();
  }
}
