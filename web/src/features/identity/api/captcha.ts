import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';
import { partSaved } from '@/shared/office/part-saved';

type Schemas = components['schemas'];
export type CaptchaInUse = Schemas['CaptchaInUse'];
export type CaptchaTrial = Schemas['CaptchaTrial'];
export type CaptchaVendor = Schemas['CaptchaVendor'];
export type TypedCaptcha = Schemas['TypedCaptcha'];

/** Captcha provider of the site. */
export const captchaQuery = () =>
  queryOptions({
    queryKey: staffKeys.captcha(),
    queryFn: ({ signal }): Promise<CaptchaInUse> => unwrap(parallel.GET('/api/v1/admin/captcha', { signal })),
    staleTime: 10_000,
  });

export const setCaptcha = mutationOptions({
  mutationFn: (body: Schemas['CaptchaChange']) => unwrap(serial.PUT('/api/v1/admin/captcha', { body })),
  ...partSaved(staffKeys.captcha()),
});

/** Tests the secret key with the provider. */
export const tryCaptcha = mutationOptions({
  mutationFn: async (body: TypedCaptcha): Promise<CaptchaTrial> =>
    (await unwrap(serial.POST('/api/v1/admin/captcha/test', { body }))).result,
});
