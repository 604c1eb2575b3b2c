import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { OfficeShell } from '@/shared/office/office-shell';
import { SideNav } from '@/shared/office/side-nav';
import { SchemeToggle } from '@/shared/office/top-bar';
import bar from '@/shared/office/top-bar.module.css';
import { site } from '@/shared/site/boot';
import { Frame } from '@/shared/surface/frame';
import { ConnectionBar } from '@/shared/ui/connection-notice';
import { IconButton } from '@/shared/ui/icon-button';
import { usePageHandle } from '@/shared/ui/page-handle';
import { logOut, meQuery } from './api/own';
import { useWords } from './catalogue';
import { EnvironmentMark } from './components/environment-mark';
import { SessionWatch } from './components/session-watch';
import { placesOf } from './navigation';
import styles from './root-shell.module.css';
import { useToken } from './session';

/** Frame around the login page, without a menu. */
function Outside() {
  return (
    <Frame
      className={styles.outside ?? ''}
      notice={<ConnectionBar />}
      top={
        <header className={styles.head}>
          <strong>{site().companyName}</strong>
          <SchemeToggle />
        </header>
      }
      bottom={null}
    >
      <SessionWatch />
    </Frame>
  );
}

function Inside() {
  const { data: me } = useQuery(meQuery());
  const mark = me && <EnvironmentMark name={me.environment} />;
  return (
    <OfficeShell
      title={mark ?? site().companyName}
      person={me?.email ?? null}
      out={
        <IconButton
          icon="logOut"
          label={i18n._('Log Out')}
          size={20}
          className={bar.out}
          onClick={() => void logOut()}
        />
      }
      menu={(label, onGo) => (
        <SideNav label={label} name={i18n._('Suds console')} below={mark} groups={placesOf()} onGo={onGo} />
      )}
    >
      <SessionWatch />
    </OfficeShell>
  );
}

/** Frame around the pages of the console. */
export function RootShell() {
  const words = useWords();
  const token = useToken();
  const page = usePageHandle();
  const outside = token === null || page?.name === 'logIn';
  return outside ? <Outside key={words} /> : <Inside key={words} />;
}
