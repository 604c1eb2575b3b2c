import { Icon } from './icon';
import styles from './icon-button.module.css';
import type { IconName } from './icon-paths';
import { Spinner } from './spinner';

/** `plain` on a bar or in a field, `round` on its own, `outlined` next to a large button. */
export type IconLook = 'plain' | 'round' | 'outlined';

type Props = {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  /** Icon size in pixels. */
  size?: number;
  look?: IconLook;
  disabled?: boolean;
  /** Whether an action is in progress: shows it and ignores clicks. Keeps the focus. */
  busy?: boolean;
  pressed?: boolean;
  expanded?: boolean;
  className?: string | undefined;
  onClick: () => unknown;
};

/** Icon button without text. */
export function IconButton(props: Props) {
  const { icon, label, size, look = 'plain', disabled, busy = false, pressed, expanded, className } = props;
  return (
    <button
      type="button"
      className={`${styles.button} ${className ?? ''}`}
      data-look={look}
      aria-label={label}
      title={label}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-pressed={pressed}
      aria-expanded={expanded}
      onClick={() => {
        if (!busy) props.onClick();
      }}
    >
      {busy ? <Spinner /> : <Icon name={icon} {...(size && { size })} />}
    </button>
  );
}
