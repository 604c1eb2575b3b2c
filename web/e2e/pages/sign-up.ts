import type { Page } from '@playwright/test';
import type { Person } from '../support/people';

export class SignUp {
  constructor(private readonly page: Page) {}

  async fill(person: Person) {
    const field = (label: string) => this.page.getByLabel(label, { exact: true });
    await field('First Name').fill(person.firstName);
    await field('Last Name').fill(person.lastName);
    await field('Email').fill(person.email);
    await field('Confirm Email').fill(person.email);
    await field('Birth Month').fill(String(person.birthdayMonth));
    await field('Birth Day').fill(String(person.birthdayDay));
    await field('Cell Phone Number').pressSequentially(person.cellPhoneNumber);
    await field('Zip / Postal Code').fill(person.zipPostalCode);
    await field('Password').fill(person.password);
    await field('Confirm Password').fill(person.password);
    await field('Confirm Password').blur();
  }

  async submit() {
    await this.page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  }
}
