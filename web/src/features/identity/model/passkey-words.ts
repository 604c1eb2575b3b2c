import { i18n } from '@lingui/core';
import type { PasskeyUse } from '@/shared/api/types';

/** Effect of a new site address on passkeys. Blank if no one has one. */
export function passkeyWords({ people, onlyPasskeys }: PasskeyUse): string {
  if (people === 0) return '';
  const stop = i18n._(
    '{people, plural, one {# person has a passkey, which works only at the current address.} other {# people have passkeys, which work only at the current address.}}',
    { people },
  );
  if (onlyPasskeys === 0) return stop;
  const locked = i18n._(
    '{people, plural, one {# person has no other login method and needs a backup code afterwards.} other {# people have no other login method and need backup codes afterwards.}}',
    { people: onlyPasskeys },
  );
  return `${stop} ${locked}`;
}
