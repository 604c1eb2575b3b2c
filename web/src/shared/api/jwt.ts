export type Claims = { exp: number; iat?: number; sub?: string; IsAdmin?: string };

/** Claims of a token, including read-only ones, for display and scheduling only; the server verifies them. */
export function readClaims(token: string): Claims {
  const parts = token.replace(/^view\./, '').split('.');
  const middle = parts[1];
  if (parts.length !== 3 || !middle) throw new Error('Invalid JWT');
  const base64 = middle.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
}
