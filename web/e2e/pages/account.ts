import { expect, type Locator, type Page } from '@playwright/test';
import { Dialog } from './dialog';

export class Account {
  constructor(private readonly page: Page) {}

  part(name: string): Locator {
    return this.page.getByRole('region', { name });
  }

  async updatePassword(current: string, next: string) {
    await this.page.getByRole('button', { name: 'Update Password' }).click();
    const { root } = new Dialog(this.page, 'Update Password');
    await root.getByLabel('Current password', { exact: true }).fill(current);
    await root.getByLabel('New password', { exact: true }).fill(next);
    await root.getByLabel('Confirm new password', { exact: true }).fill(next);
    await root.getByRole('button', { name: 'Update Password' }).click();
  }

  async delete(password: string) {
    const { root } = new Dialog(this.page, 'Delete Account');
    await root.getByLabel('Password', { exact: true }).fill(password);
    await root.getByRole('button', { name: 'Delete Account' }).click();
  }

  async addVehicle(plate: string) {
    const vehicle = this.part('Vehicle info');
    await vehicle.getByRole('button', { name: 'Add vehicle' }).click();
    await fillVehicle(vehicle, plate);
    await vehicle.getByRole('button', { name: 'Save' }).click();
    await expect(vehicle.getByRole('link', { name: 'Contact support' })).toBeVisible();
  }
}

/** Fills in a vehicle form. */
export async function fillVehicle(form: Locator, plate: string) {
  await form.getByLabel('State').selectOption('AZ');
  await form.getByLabel('Make').fill('Volvo');
  await form.getByLabel('Model').fill('240');
  await form.getByLabel('Color').fill('Blue');
  await form.getByLabel('Year').fill('1988');
  await form.getByLabel('License plate').fill(plate);
}
