import Button, { type ButtonProps } from '@mui/material/Button';
import type { MouseEvent } from 'react';

type Props = Omit<ButtonProps, 'href'> & {
  /** Whether its action is in progress: ignores clicks. Keeps the focus, unlike a disabled button. */
  busy: boolean;
};

/** Button that stays focusable while it works. */
export function BusyButton({ busy, onClick, ...props }: Props) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // A submit button must not submit again.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return <Button {...props} aria-disabled={busy || undefined} onClick={click} />;
}
