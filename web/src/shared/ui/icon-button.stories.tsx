import type { Story } from '../testing/story';
import { IconButton } from './icon-button';
import { IconLink } from './icon-link';

const common = { icon: 'refresh', label: 'Try again', onClick: () => undefined } as const;

export const story: Story = {
  title: 'Icon buttons and icon links',
  states: {
    plain: () => <IconButton {...common} />,
    round: () => <IconButton {...common} look="round" />,
    outlined: () => <IconButton {...common} look="outlined" />,
    link: () => <IconLink icon="cart" label="Cart" to="/" />,
    focus: () => <IconButton {...common} look="round" />,
    pressed: () => <IconButton {...common} icon="eye" label="Show password" pressed />,
    disabled: () => <IconButton {...common} look="outlined" disabled />,
    loading: () => <IconButton {...common} look="outlined" busy />,
  },
};
