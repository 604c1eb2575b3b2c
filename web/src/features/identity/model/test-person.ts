import { randomString } from '@/shared/api/device';
import type { SignUp } from '@/shared/api/types';

const places: Record<string, Pick<SignUp, 'zipPostalCode' | 'cellPhoneNumber'>> = {
  CA: { zipPostalCode: 'H2T 1S6', cellPhoneNumber: '5145550142' },
  GB: { zipPostalCode: 'LS1 4DT', cellPhoneNumber: '01135550142' },
};
const usual = { zipPostalCode: '85004', cellPhoneNumber: '6025550142' };

/** Random test person who meets the country's rules. */
export function testPerson(country: string, password: string): SignUp {
  return {
    firstName: 'Test',
    lastName: 'Customer',
    email: `test.${randomString(10).toLowerCase()}@example.com`,
    birthdayMonth: 1,
    birthdayDay: 1,
    optInToMarketing: false,
    password,
    ...(places[country.toUpperCase()] ?? usual),
  };
}
