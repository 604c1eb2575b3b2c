import Button from '@mui/material/Button';
import type { Story } from '../testing/story';
import type { Message } from './dialogs';
import { MessageDialog } from './message-dialog';
import { PanelDialog } from './panel-dialog';
import { toast } from './toasts';

const longEmail = 'maximiliane.vonundzuhohenstein@aufbereitungsdienste.example';

type Shown = Partial<Message> & Pick<Message, 'kind'> & { onClose: () => void };

function SampleMessage({ onClose, ...given }: Shown) {
  const text = 'Your membership needs a card for its next payment.';
  return <MessageDialog message={{ title: 'Remove card?', text, ...given }} settle={onClose} />;
}

export const story: Story = {
  title: 'Dialogs and toasts',
  states: {
    toast: () => (
      <Button variant="outlined" onClick={() => toast('Product archived')}>
        Show a toast
      </Button>
    ),
    'toast with an action': () => (
      <Button variant="outlined" onClick={() => toast('Added to cart', { label: 'View cart', to: '/cart' })}>
        Show a toast
      </Button>
    ),
  },
  dialogs: {
    confirmation: (ways) => <SampleMessage kind="alert" yes="Remove card" no="Cancel" {...ways} />,
    success: (ways) => (
      <SampleMessage
        kind="success"
        title="Success"
        text="Check your inbox for a confirmation link."
        {...ways}
      />
    ),
    warning: (ways) => (
      <SampleMessage kind="warning" title="Unsaved changes" yes="Discard" no="Keep editing" {...ways} />
    ),
    error: (ways) => (
      <SampleMessage kind="error" title="Error" text="Sorry, something went wrong." {...ways} />
    ),
    'long German text': (ways) => (
      <SampleMessage
        kind="warning"
        title="Mitgliedschaftskündigung bestätigen"
        text="Deine Mitgliedschaftsvorteile bleiben bis zum Ende des Abrechnungszeitraums erhalten."
        yes="Mitgliedschaft endgültig kündigen"
        no="Mitgliedschaft behalten"
        {...ways}
      />
    ),
    'long email': (ways) => (
      <SampleMessage kind="warning" title={`Revoke access for ${longEmail}?`} yes="Revoke access" {...ways} />
    ),
    'panel, long email': ({ onClose }) => (
      <PanelDialog title={`Block ${longEmail}?`} onClose={onClose}>
        <p>Logs the customer out and blocks login.</p>
      </PanelDialog>
    ),
    panel: ({ onClose }) => (
      <PanelDialog title="Gift a wash" onClose={onClose}>
        <p>The recipient gets the code by email.</p>
      </PanelDialog>
    ),
  },
};
