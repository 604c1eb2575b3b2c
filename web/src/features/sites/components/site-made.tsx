import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';

type Props = {
  subdomain: string;
  address: string;
  /** Who was invited to run it; empty: nobody. */
  invited: string;
  onAgain: () => void;
  /** Other ways on. */
  children?: ReactNode;
};

/** A site is there, and where. */
export function SiteMade({ subdomain, address, invited, onAgain, children }: Props) {
  const title = i18n._('{subdomain} is live', { subdomain });
  return (
    <Page title={title} hideTitle>
      <StateView
        icon="check"
        title={title}
        text={
          invited
            ? i18n._('An invitation is on its way to {email}.', { email: invited })
            : i18n._('Nobody is invited to run it yet.')
        }
      >
        <Button href={address} target="_blank" rel="noreferrer" variant="contained">
          {i18n._('Open the site')}
        </Button>
        {children}
        <Button onClick={onAgain} variant="outlined">
          {i18n._('Make another one')}
        </Button>
      </StateView>
    </Page>
  );
}
