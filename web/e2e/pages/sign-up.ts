import type { Page } from '@playwright/test';
import type { Person } from '../support/people';

export class SignUp {
  constructor(private readonly page: Page) {}

  async fill(person: Person) {
    const field = (label: string) => this.page.getByLabel(label, { exact: true });
    await field('First name').fill(person.firstName);
    await field('Last name').fill(person.lastName);
    await field('Email').fill(person.email);
    await field('Confirm email').fill(person.email);
    await field('Birth month').fill(String(person.birthdayMonth));
    await field('Birth day').fill(String(person.birthdayDay));
    await field('Cell phone number').pressSequentially(person.cellPhoneNumber);
    await this.page.getByLabel(/^(ZIP \/ postal code|Postcode)$/).fill(person.zipPostalCode);
    await field('Password').fill(person.password);
    await field('Confirm password').fill(person.password);
    await field('Confirm password').blur();
  }

  async submit() {
    await this.page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  }
}
