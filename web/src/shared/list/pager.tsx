import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { Link, type To } from 'react-router';
import { Icon } from '../ui/icon';
import styles from './pager.module.css';

type Props = {
  /** Null for none. */
  previous: To | null;
  next: To | null;
  onTurn: () => void;
};

/** Links to the previous and next page. */
export function Pager({ previous, next, onTurn }: Props) {
  const turn = { component: Link, preventScrollReset: true, onClick: onTurn, variant: 'outlined' } as const;
  return (
    <nav className={styles.pager} aria-label={i18n._('Pages')}>
      {previous && (
        <Button {...turn} to={previous} startIcon={<Icon name="back" size={20} />}>
          {i18n._('Previous')}
        </Button>
      )}
      {next && (
        <Button {...turn} to={next} className={styles.next} endIcon={<Icon name="next" size={20} />}>
          {i18n._('Next')}
        </Button>
      )}
    </nav>
  );
}
