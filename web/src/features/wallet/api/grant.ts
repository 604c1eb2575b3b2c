import { mutationOptions } from '@tanstack/react-query';
import { serial, unwrap } from '@/shared/api/client';
import { sendOnce } from '@/shared/api/send-once';
import { staffKeys } from '@/shared/api/staff-keys';
import type { Grant } from '@/shared/api/types';
import { pressKey } from '@/shared/lib/press-key';

/** Grants a customer a free wash or bundle. */
export const grantItem = (userId: string) => {
  const press = pressKey(`grant:${userId}`);
  return mutationOptions({
    mutationFn: (body: Grant) =>
      sendOnce(press, body, (key) =>
        unwrap(
          serial.POST('/api/v1/admin/customers/{userId}/items', {
            params: { path: { userId }, header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      ),
    onSettled: (_done, _error, _sent, _before, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.customer(userId) }),
  });
};
