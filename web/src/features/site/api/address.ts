import { mutationOptions } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';

/** Gives the site another subdomain; the answer says where it is found from now on. */
export const setSubdomain = mutationOptions({
  mutationFn: (subdomain: string) =>
    unwrap(serial.POST('/api/v1/accounts/settings/app', { body: { subdomain } })),
});
