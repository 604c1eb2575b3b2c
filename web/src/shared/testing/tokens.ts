import type { Tokens } from '../api/types';

function part(value: object): string {
  return btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A pair whose access token ends at `exp`, in seconds. The signature is for nobody. */
export function tokens(exp: number, name = 'first', claims: object = {}): Tokens {
  return {
    accessToken: `${part({ alg: 'HS256' })}.${part({ exp, name, ...claims })}.sig`,
    refreshToken: `refresh-${name}`,
  };
}
