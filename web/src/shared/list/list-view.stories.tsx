import { useQuery } from '@tanstack/react-query';
import type { Story } from '../testing/story';
import { Skeleton } from '../ui/skeleton';
import { StateView } from '../ui/state-view';
import { ListView } from './list-view';
import { SearchBox } from './search-box';

type Props = { name: string; fetchWashes: () => Promise<string[]>; narrowed?: boolean };

function Washes({ name, fetchWashes, narrowed = false }: Props) {
  const query = useQuery({ queryKey: ['stories', name], queryFn: fetchWashes, retry: false });
  return (
    <ListView
      query={query}
      list={{ narrowed, clear: () => undefined }}
      part={(items) => ({
        items,
        range: { from: 1, to: items.length, count: items.length },
        previous: null,
        next: null,
      })}
      controls={() => <SearchBox label="Search" value="" onSearch={() => undefined} />}
      skeleton={<Skeleton count={2} height={56} />}
      failed="Unable to get Washes"
      empty={<StateView icon="car" title="Washes will appear here." />}
    >
      {(washes) => washes.map((wash) => <p key={wash}>{wash}</p>)}
    </ListView>
  );
}

export const story: Story = {
  title: 'List',
  states: {
    default: () => <Washes name="default" fetchWashes={async () => ['The Works', 'Glow']} />,
    loading: () => <Washes name="loading" fetchWashes={() => new Promise(() => undefined)} />,
    error: () => <Washes name="error" fetchWashes={() => Promise.reject(new Error('refused'))} />,
    empty: () => <Washes name="empty" fetchWashes={async () => []} />,
    'nothing found': () => <Washes name="found" fetchWashes={async () => []} narrowed />,
  },
};
