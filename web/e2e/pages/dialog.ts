import { expect, type Locator, type Page } from '@playwright/test';

/** A message or a question of ours, by its title. */
export class Dialog {
  readonly root: Locator;

  constructor(page: Page, title: string | RegExp) {
    const named = { name: title };
    this.root = page.getByRole('dialog', named).or(page.getByRole('alertdialog', named));
  }

  async press(label: string | RegExp) {
    await expect(this.root).toBeVisible();
    await this.root.getByRole('button', { name: label, exact: true }).click();
  }
}
