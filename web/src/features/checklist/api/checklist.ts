import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { parallel, serial, unwrap } from '@/shared/api/client';
import { staffKeys } from '@/shared/api/staff-keys';

/** The steps from an empty site to a first sale. Asked for anew whenever they are seen: steps are taken on other pages. */
export const checklistQuery = () =>
  queryOptions({
    queryKey: staffKeys.checklist(),
    queryFn: ({ signal }) => unwrap(parallel.GET('/api/v1/admin/checklist', { signal })),
  });

/** Puts the list aside for everybody, or brings it back. */
export const placeChecklist = () =>
  mutationOptions({
    mutationFn: (dismissed: boolean) =>
      unwrap(serial.PUT('/api/v1/admin/checklist', { body: { dismissed } })),
    onSuccess: (checklist, _sent, _before, { client }) => {
      client.setQueryData(staffKeys.checklist(), checklist);
    },
  });
