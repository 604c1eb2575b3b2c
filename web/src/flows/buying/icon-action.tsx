import { Icon } from '@/shared/ui/icon';
import type { IconName } from '@/shared/ui/icon-paths';
import styles from './icon-action.module.css';

type Props = { icon: IconName; label: string; disabled?: boolean; onClick: () => void };

/** A small square button beside the big one. */
export function IconAction({ icon, label, disabled = false, onClick }: Props) {
  return (
    <button
      type="button"
      className={styles.action}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
