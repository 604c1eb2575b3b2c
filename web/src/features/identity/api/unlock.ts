import { mutationOptions } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';

/** Enters the caller's password again, which for a while opens what asks for it. */
export const unlock = mutationOptions({
  mutationFn: (password: string) => unwrap(serial.POST('/api/v1/users/unlock', { body: { password } })),
});
