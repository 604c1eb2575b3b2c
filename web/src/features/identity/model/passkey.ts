import type { components } from '@/shared/api/api.gen';

type Schemas = components['schemas'];

const offered = () => typeof window.PublicKeyCredential === 'function' && Boolean(navigator.credentials);

/** Whether this browser supports passkeys. */
export const hasPasskeys = offered;

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const described = (id: string) => ({ type: 'public-key' as const, id: bytesOf(id) });

/** Whether the person dismissed the browser's prompt or let it time out. */
export function wasDismissed(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** Creates a passkey in the browser, which prompts the person. */
export async function makePasskey(begun: Schemas['BegunPasskey']): Promise<Schemas['MadePasskey']> {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(begun.challenge),
      rp: { id: begun.rpId, name: begun.rpName },
      user: { id: bytesOf(begun.userId), name: begun.userName, displayName: begun.displayName },
      pubKeyCredParams: [{ type: 'public-key', alg: begun.algorithm }],
      excludeCredentials: begun.known.map(described),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      attestation: 'none',
    },
  });
  const { response } = made as PublicKeyCredential;
  return {
    clientData: textOf(response.clientDataJSON),
    authenticatorData: textOf((response as AuthenticatorAttestationResponse).getAuthenticatorData()),
  };
}

/** Signs the server's challenge with one of the accepted passkeys. */
export async function signWithPasskey(asked: Schemas['AskedPasskey']): Promise<Schemas['SignedChallenge']> {
  const found = (await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(asked.challenge),
      rpId: asked.rpId,
      allowCredentials: asked.credentialIds.map(described),
      userVerification: 'preferred',
    },
  })) as PublicKeyCredential;
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    credentialId: textOf(found.rawId),
    clientData: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
}
