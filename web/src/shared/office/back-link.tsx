import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '../ui/icon';
import styles from './back-link.module.css';

type Props = { to: string; label: string; width?: 'narrow' | 'wide' };

/** Link above a page to its list, with the filters and page it had before. */
export function BackLink({ to, label, width = 'wide' }: Props) {
  const navigate = useNavigate();
  const goBack = (press: MouseEvent) => {
    const from = (history.state as { usr?: { from?: string } } | null)?.usr?.from;
    if (from !== to || press.metaKey || press.ctrlKey || press.shiftKey) return;
    press.preventDefault();
    void navigate(-1);
  };
  return (
    <div className={styles.above} data-width={width}>
      <Link className={styles.back} to={to} onClick={goBack}>
        <Icon name="back" size={18} />
        {label}
      </Link>
    </div>
  );
}
