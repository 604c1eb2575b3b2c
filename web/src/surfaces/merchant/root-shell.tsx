import { site } from '@/shared/site/boot';
import { Frame } from '@/shared/surface/frame';
import { lazyPart } from '@/shared/ui/lazy-part';
import styles from './root-shell.module.css';

// Nobody waits for it.
const UpdateNotice = lazyPart(() => import('@/shared/surface/update-notice').then((m) => m.UpdateNotice));

/** Quiet, and in the platform's colours: whoever serves many sites feels at home on each. */
export function RootShell() {
  return (
    <Frame
      className={styles.shell ?? ''}
      top={<header className={styles.bar}>{site().companyName}</header>}
      bottom={null}
    >
      <UpdateNotice />
    </Frame>
  );
}
