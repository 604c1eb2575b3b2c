import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/shared/api/query-keys';
import { toast } from '@/shared/ui/toasts';

/** What is pushed while the shop is looked at is said in it, and counted. */
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
