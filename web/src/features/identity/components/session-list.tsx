import { i18n } from '@lingui/core';
import { type UseMutationOptions, type UseQueryResult, useMutation } from '@tanstack/react-query';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { dateTime } from '@/shared/format/dates';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { QueryView } from '@/shared/ui/query-view';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import styles from './session-list.module.css';

export type ListedSession = {
  sessionId: string;
  client?: string | null;
  address?: string | null;
  lastUsedAt: string;
  isCurrent: boolean;
};

type Props<T extends ListedSession> = {
  query: UseQueryResult<T[]>;
  ending: UseMutationOptions<T[], Error, string>;
};

/** Device of a session in the page's language; the server sends "Firefox on Linux". */
function deviceName(client: string | null | undefined): string {
  if (!client) return i18n._('Unknown device');
  const [browser, system] = client.split(' on ');
  return system ? i18n._('{browser} on {system}', { browser, system }) : client;
}

/** Sessions of the person who is logged in, each with its device, address and last use. */
export function SessionList<T extends ListedSession>({ query, ending }: Props<T>) {
  const { mutateAsync, isPending } = useMutation(ending);
  const end = async (sessionId: string) => {
    try {
      await mutateAsync(sessionId);
      toast(i18n._('Session ended'));
    } catch (error) {
      void query.refetch();
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    }
  };
  return (
    <SectionCard title={i18n._('Sessions')}>
      <QueryView
        query={query}
        skeleton={<Skeleton count={2} height={44} />}
        failed={i18n._("Couldn't load your sessions")}
      >
        {(sessions) => (
          <ul className={styles.list}>
            {sessions.map(({ sessionId, client, address, lastUsedAt, isCurrent }) => {
              const name = deviceName(client);
              return (
                <li key={sessionId} className={styles.session}>
                  <span>
                    <strong>{isCurrent ? i18n._('{name} (this device)', { name }) : name}</strong>
                    <span className={styles.detail}>
                      {[address, i18n._('Last used {date}', { date: dateTime(lastUsedAt) })]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  {!isCurrent && (
                    <BusyButton
                      size="small"
                      variant="outlined"
                      busy={isPending}
                      onClick={() => end(sessionId)}
                      aria-label={i18n._('End session: {name}', { name })}
                    >
                      {i18n._('End session')}
                    </BusyButton>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
    </SectionCard>
  );
}
