import type { Tokens } from '../api/types';

function part(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Token pair whose access token is issued an hour before `exp` (seconds). The signature isn't valid. */
export function tokens(exp: number, name = 'first', claims: object = {}): Tokens {
  const all = { iat: exp - 3600, exp, name, sub: '17', ...claims };
  return {
    accessToken: `${part({ alg: 'HS256' })}.${part(all)}.sig`,
    refreshToken: `refresh-${name}`,
  };
}
