import { i18n } from '@lingui/core';
import { site } from '@/shared/site/boot';
import { useTitle } from '@/shared/ui/page';
import { DesktopHome } from '../components/desktop-home';
import { MobileHome } from '../components/mobile-home';
import { useMode } from '../model/mode';

export function HomePage() {
  const mode = useMode();
  const { companyName } = site();
  useTitle(companyName);
  return (
    <>
      <h1 className="visually-hidden">{i18n._('Welcome to {companyName}', { companyName })}</h1>
      {mode === 'mobile' ? <MobileHome /> : <DesktopHome />}
    </>
  );
}
