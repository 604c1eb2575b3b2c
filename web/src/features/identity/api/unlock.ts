import { mutationOptions } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';

/** Confirms the caller's password, which unlocks protected requests for a while. */
export const unlockWith = (password: string) =>
  unwrap(serial.POST('/api/v1/users/unlock', { body: { password } }));

export const unlock = mutationOptions({ mutationFn: unlockWith });
