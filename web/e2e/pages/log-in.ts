import { expect, type Page } from '@playwright/test';

export class LogIn {
  constructor(private readonly page: Page) {}

  async as({ email, password }: { email: string; password: string }) {
    await this.page.getByLabel('Email', { exact: true }).fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await expect(this.page).not.toHaveURL(/logIn/);
  }

  /** The back office is a separate document that loads afterward. */
  async intoBackOffice(owner: { email: string; password: string }) {
    await this.as(owner);
    await expect(this.page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
  }
}
