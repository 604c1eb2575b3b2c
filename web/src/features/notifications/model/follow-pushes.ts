import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/shared/api/query-keys';
import { toast } from '@/shared/ui/toasts';

/** Shows and counts notifications that arrive while the shop is open. */
export function followPushes(queries: QueryClient): () => void {
  const worker = navigator.serviceWorker;
  const tell = ({ data }: MessageEvent) => {
    if (data?.type !== 'PUSH') return;
    toast(`${data.title}: ${data.body}`);
    void queries.invalidateQueries({ queryKey: keys.unread() });
  };
  worker?.addEventListener('message', tell);
  return () => worker?.removeEventListener('message', tell);
}
