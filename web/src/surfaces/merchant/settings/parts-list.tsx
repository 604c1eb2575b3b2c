import { Link } from 'react-router';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { addressOf } from '../table';
import { type PartName, parts } from './parts';
import styles from './parts-list.module.css';

const names = Object.keys(parts) as PartName[];
const summaries = new Map(names.map((name) => [name, lazyPart(parts[name].set)]));

/** Settings sections with their current values. */
export function PartsList({ shown }: { shown: PartName[] }) {
  return (
    <ul className={styles.parts}>
      {shown.map((name) => {
        const Summary = summaries.get(name);
        return (
          <li key={name}>
            <Link className={styles.part} to={addressOf('settingsPart', { part: name })}>
              <span className={styles.words}>
                <strong>{parts[name].label()}</strong>
                <span className={styles.about}>{parts[name].about()}</span>
                <span className={styles.set}>{Summary && <Summary />}</span>
              </span>
              <Icon name="next" size={18} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
