/** Whom the tests sign up: the entries of the form, but for the address, of which everybody has one of their own. */
export const ada = {
  firstName: 'Ada',
  lastName: "O'Neil",
  birthdayMonth: 2,
  birthdayDay: 29,
  zipPostalCode: '85004',
  cellPhoneNumber: '6025550142',
  optInToMarketing: false,
  password: 'Foam&Rinse7',
};
