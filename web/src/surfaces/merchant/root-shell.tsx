import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '@/features/identity/api/account';
import { useSession } from '@/shared/api/session';
import { viewToken } from '@/shared/api/view';
import { OfficeShell } from '@/shared/office/office-shell';
import { boot, site } from '@/shared/site/boot';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useWords } from './catalogue';
import { SessionWatch } from './components/session-watch';
import { SideNav } from './components/side-nav';
import { WayOut } from './components/way-out';

// Not needed for the first render.
const HeldNotice = lazyPart(() => import('@/shared/surface/held-notice').then((m) => m.HeldNotice));
const Shortcuts = lazyPart(() => import('./palette/shortcuts').then((m) => m.Shortcuts));
const UpdateNotice = lazyPart(() => import('@/shared/surface/update-notice').then((m) => m.UpdateNotice));
const ViewNotice = lazyPart(() => import('@/shared/surface/view-notice').then((m) => m.ViewNotice));

/** Quiet frame with Suds colors, so that all back offices look alike. */
export function RootShell() {
  const words = useWords();
  const { isLoggedIn } = useSession();
  const { data } = useQuery({ ...accountQuery(), enabled: isLoggedIn });
  return (
    <OfficeShell
      key={words}
      title={site().companyName}
      person={isLoggedIn && data ? `${data.firstName} ${data.lastName}` : null}
      out={<WayOut />}
      menu={(label, onGo) => <SideNav label={label} onGo={onGo} />}
    >
      <SessionWatch />
      <Shortcuts />
      <UpdateNotice />
      {viewToken() && <ViewNotice />}
      {boot().held && !viewToken() && (
        <HeldNotice
          text={i18n._(
            'This site is on hold. Orders, billing, redemptions and emails are paused until your provider releases it.',
          )}
        />
      )}
    </OfficeShell>
  );
}
