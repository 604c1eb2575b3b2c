import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '@/shared/api/api.gen';
import { parallel, unwrap } from '@/shared/api/client';
import { sendFile } from '@/shared/api/send-file';
import { staffKeys } from '@/shared/api/staff-keys';

type Schemas = components['schemas'];
export type Upload = Schemas['Upload'];

/** Images and videos of the site. */
export const uploadsQuery = () =>
  queryOptions({
    queryKey: staffKeys.uploads(),
    queryFn: async ({ signal }): Promise<Upload[]> =>
      (await unwrap(parallel.GET('/api/v1/accounts/uploads', { signal }))).items,
    staleTime: 10_000,
  });

const mebibyte = 2 ** 20;

/** Size limit by declared type; the server checks the content. */
function mostOf({ type }: File): number {
  if (type === 'image/svg+xml') return mebibyte;
  return type.startsWith('image/') ? 12 * mebibyte : 32 * mebibyte;
}

type Sent = { file: File; onProgress: (share: number) => void };

/** Uploads a file; returns its address. */
export const uploadPicture = () =>
  mutationOptions({
    mutationFn: async ({ file, onProgress }: Sent): Promise<string | undefined> => {
      const most = mostOf(file);
      const { urls } = await sendFile<Schemas['Uploaded']>('/api/v1/accounts/upload', file, {
        most,
        onProgress,
      });
      return urls[0];
    },
    onSettled: (_done, _error, _sent, _before, { client }) =>
      client.invalidateQueries({ queryKey: staffKeys.uploads() }),
  });
