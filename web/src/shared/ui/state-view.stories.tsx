import Button from '@mui/material/Button';
import type { Story } from '../testing/story';
import { ErrorState } from './error-state';
import { QueryView } from './query-view';
import { Skeleton } from './skeleton';
import { Spinner } from './spinner';
import { StateView } from './state-view';

const nothing = () => Promise.reject(new Error('stories fetch nothing'));

function Query({
  data,
  isPending = false,
  isFetching = false,
}: {
  data?: string[];
  isPending?: boolean;
  isFetching?: boolean;
}) {
  return (
    <QueryView
      query={{ data, isPending, isFetching, refetch: nothing }}
      skeleton={<Skeleton count={2} height={56} />}
      failed="Unable to get Washes"
      empty={<StateView icon="car" title="Washes will appear here." />}
    >
      {(washes) => (
        <ul>
          {washes?.map((wash) => (
            <li key={wash}>{wash}</li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

export const story: Story = {
  title: 'Loading, error and empty states',
  states: {
    default: () => <Query data={['The Works', 'Glow']} />,
    loading: () => <Query isPending />,
    'loading, grid': () => <Skeleton count={3} height={72} layout="grid" />,
    spinner: () => <Spinner label="Checking the code" />,
    error: () => <Query />,
    'error, fetching again': () => <ErrorState title="Unable to get Washes" retry={() => undefined} busy />,
    empty: () => <Query data={[]} />,
    'empty, with an action': () => (
      <StateView icon="cart" title="Your cart is empty" text="Washes that you add will appear here.">
        <Button variant="contained">Buy a wash</Button>
      </StateView>
    ),
    'long German text': () => (
      <StateView
        icon="alert"
        title="Mitgliedschaftsbestätigung fehlgeschlagen"
        text="Die Zahlungsbestätigung deiner Kreditkartengesellschaft ist noch nicht eingetroffen. Bitte versuche es in einigen Minuten erneut."
      >
        <Button variant="contained">Zahlungsbestätigung erneut abrufen</Button>
      </StateView>
    ),
  },
};
