import { i18n } from '@lingui/core';
import { BusyButton } from './busy-button';
import { StateView } from './state-view';

type Props = { title: string; retry: () => void; busy?: boolean };

/** Failed query with a retry button. */
export function ErrorState({ title, retry, busy = false }: Props) {
  return (
    <div role="alert">
      <StateView icon="alert" title={title} text={i18n._('Sorry, something went wrong. Please try again.')}>
        <BusyButton variant="contained" onClick={retry} busy={busy}>
          {i18n._('Try again')}
        </BusyButton>
      </StateView>
    </div>
  );
}
