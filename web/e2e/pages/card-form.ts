import { expect, type Frame, type Page } from '@playwright/test';

/** The processor's form, which lies in a frame inside the frame of our own origin. */
export class CardForm {
  constructor(private readonly page: Page) {}

  private async frame(): Promise<Frame> {
    await expect(this.page.getByRole('dialog', { name: 'Add a card' })).toBeVisible();
    let found: Frame | undefined;
    await expect
      .poll(async () => {
        for (const frame of this.page.frames()) {
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
    const frame = await this.frame();
    await frame.getByLabel('Card number').fill(number);
    await frame.getByLabel('Expiry').fill('12/29');
    await frame.getByLabel('CVV').fill('123');
    await frame.getByRole('button', { name: 'Save card' }).click();
  }

  async cancel() {
    await (await this.frame()).getByRole('button', { name: 'Cancel' }).click();
  }
}
