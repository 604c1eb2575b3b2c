import type { Locator } from '@playwright/test';

/** Person whose clicks and filled fields are counted. A proposal that they accept costs nothing. */
export class Counted {
  clicks = 0;
  fields = 0;

  async click(target: Locator) {
    this.clicks += 1;
    await target.click();
  }

  async fill(field: Locator, text: string) {
    this.fields += 1;
    await field.fill(text);
  }

  async select(field: Locator, label: string) {
    this.fields += 1;
    await field.selectOption({ label });
  }
}
