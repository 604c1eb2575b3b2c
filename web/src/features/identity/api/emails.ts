import { mutationOptions } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';
import { refetchAccount } from './account';

export async function resendConfirmation(): Promise<void> {
  await unwrap(serial.GET('/api/v1/users/emails/confirmation'));
}

/** Restores the address from before the team changed it. */
export const undoEmailChange = mutationOptions({
  mutationFn: (body: { email: string; token: string }) =>
    unwrap(serial.POST('/api/v1/users/emails/undo', { body })),
});

/** Confirms an email address with the link's parameters. */
export const confirmEmail = mutationOptions({
  mutationFn: async (body: { email: string; token: string }): Promise<void> => {
    await unwrap(serial.POST('/api/v1/users/emails/confirm', { body }));
  },
  onSuccess: (_done, _sent, _before, { client }) => refetchAccount(client),
});
