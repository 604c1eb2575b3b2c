import { mutationOptions } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';

/** Changes the site's subdomain; returns its new address. */
export const setSubdomain = mutationOptions({
  mutationFn: (subdomain: string) =>
    unwrap(serial.POST('/api/v1/accounts/settings/app', { body: { subdomain } })),
});
