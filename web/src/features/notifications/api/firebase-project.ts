import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, unwrap } from '@/shared/api/client';
import { sendFile } from '@/shared/api/send-file';
import { staffKeys } from '@/shared/api/staff-keys';

type ProjectIds = components['schemas']['FirebaseProjectIds'];

/** Firebase projects of the private key and the configuration. */
export const projectIdsQuery = () =>
  queryOptions({
    queryKey: staffKeys.firebase(),
    queryFn: ({ signal }): Promise<ProjectIds> =>
      unwrap(parallel.GET('/api/v1/firebase/project-ids', { signal })),
    staleTime: 10_000,
  });

/** Maximum size of a key in bytes; real ones have a few thousand. */
const most = 64 * 2 ** 10;

export const sendPrivateKey = mutationOptions({
  mutationFn: (file: File) => sendFile<ProjectIds>('/api/v1/firebase/private-key', file, { most }),
  onSuccess: (ids, _sent, _before, { client }) => {
    client.setQueryData(staffKeys.firebase(), ids);
  },
});
