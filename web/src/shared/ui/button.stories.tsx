import Button from '@mui/material/Button';
import type { Story } from '../testing/story';
import { BusyButton } from './busy-button';
import { Icon } from './icon';
import { Spinner } from './spinner';

export const story: Story = {
  title: 'Buttons',
  states: {
    default: () => <Button variant="contained">Buy a wash</Button>,
    working: () => (
      <BusyButton variant="contained" busy>
        <Spinner label="Submitting" />
      </BusyButton>
    ),
    outlined: () => <Button variant="outlined">View clubs</Button>,
    text: () => <Button variant="text">Show all 12</Button>,
    large: () => (
      <Button variant="contained" size="large" fullWidth>
        Place order
      </Button>
    ),
    small: () => (
      <Button variant="outlined" size="small">
        Refund
      </Button>
    ),
    destructive: () => (
      <Button variant="outlined" color="error">
        Delete account
      </Button>
    ),
    'with an icon': () => (
      <Button variant="outlined" startIcon={<Icon name="plus" size={20} />}>
        Add location
      </Button>
    ),
    focus: () => <Button variant="contained">Buy a wash</Button>,
    disabled: () => (
      <Button variant="contained" disabled>
        Buy a wash
      </Button>
    ),
    loading: () => (
      <Button variant="contained" size="large" fullWidth disabled>
        <Spinner label="Submitting" />
      </Button>
    ),
    'long German text': () => (
      <Button variant="contained" fullWidth>
        Wiederkehrende Mitgliedschaftszahlungen vorübergehend unterbrechen
      </Button>
    ),
  },
};
