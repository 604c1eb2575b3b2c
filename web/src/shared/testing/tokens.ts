import type { Tokens } from '../api/types';

function part(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A pair whose access token lives an hour until `exp`, in seconds. The signature is for nobody. */
export function tokens(exp: number, name = 'first', claims: object = {}): Tokens {
  const all = { iat: exp - 3600, exp, name, sub: '17', ...claims };
  return {
    accessToken: `${part({ alg: 'HS256' })}.${part(all)}.sig`,
    refreshToken: `refresh-${name}`,
  };
}
