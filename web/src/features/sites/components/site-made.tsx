import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Page } from '@/shared/ui/page';
import { StateView } from '@/shared/ui/state-view';

type Props = {
  subdomain: string;
  address: string;
  /** Email address of the invited owner; empty for none. */
  invited: string;
  onAgain: () => void;
  /** Other actions. */
  children?: ReactNode;
};

/** Confirmation of a new site, with its address and invitation. */
export function SiteMade({ subdomain, address, invited, onAgain, children }: Props) {
  const title = i18n._('{subdomain} is ready to set up', { subdomain });
  return (
    <Page title={title} hideTitle>
      <StateView
        icon="check"
        title={title}
        text={`${i18n._('{address} is closed until its owner opens the shop.', { address: new URL(address).host })} ${
          invited
            ? i18n._('Invitation sent to {email}.', { email: invited })
            : i18n._('No owner invited yet.')
        }`}
      >
        <Button href={address} target="_blank" rel="noreferrer" variant="contained">
          {i18n._('Open site')}
        </Button>
        {children}
        <Button onClick={onAgain} variant="outlined">
          {i18n._('Create another site')}
        </Button>
      </StateView>
    </Page>
  );
}
