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
    await root.getByLabel('Current Password', { exact: true }).fill(current);
    await root.getByLabel('New Password', { exact: true }).fill(next);
    await root.getByLabel('Confirm New Password', { exact: true }).fill(next);
    await root.getByRole('button', { name: 'Update Password' }).click();
  }

  async delete(password: string) {
    const { root } = new Dialog(this.page, 'Delete Account');
    await root.getByLabel('Password', { exact: true }).fill(password);
    await root.getByRole('button', { name: 'Delete Account' }).click();
  }

  async addVehicle(plate: string) {
    const vehicle = this.part('Vehicle info');
    await vehicle.getByRole('button', { name: 'Add your vehicle' }).click();
    await vehicle.getByLabel('State').selectOption('AZ');
    await vehicle.getByLabel('Make').fill('Volvo');
    await vehicle.getByLabel('Model').fill('240');
    await vehicle.getByLabel('Color').fill('Blue');
    await vehicle.getByLabel('Year').fill('1988');
    await vehicle.getByLabel('License plate').fill(plate);
    await vehicle.getByRole('button', { name: 'Save' }).click();
    await expect(vehicle.getByRole('link', { name: 'Please contact support.' })).toBeVisible();
  }
}
