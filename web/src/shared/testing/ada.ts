/** Sign-up data for tests, without the email address, which must be unique. */
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
