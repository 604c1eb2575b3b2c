import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

/** Setup guide. Refetched whenever it is shown, because steps are completed on other pages. */
export const checklistQuery = () =>
  queryOptions({
    queryKey: staffKeys.checklist(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/checklist', { signal })),
  });

/** Dismisses or restores the setup guide for the whole team. */
export const placeChecklist = () =>
  mutationOptions({
    mutationFn: (dismissed: boolean) =>
      unwrap(serial.PUT('/api/v1/admin/checklist', { body: { dismissed } })),
    onSuccess: (checklist, _sent, _before, { client }) => {
      client.setQueryData(staffKeys.checklist(), checklist);
    },
  });
