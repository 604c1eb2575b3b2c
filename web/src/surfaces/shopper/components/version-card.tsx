import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { dateTime } from '@/shared/format/dates';
import { boot } from '@/shared/site/boot';
import { reloadApp } from '@/shared/surface/reload-app';
import { Facts } from '@/shared/ui/facts';
import { SectionCard } from '@/shared/ui/section-card';
import { toast } from '@/shared/ui/toasts';
import { install, useCanInstall } from '../model/install';

function instant(text: string): string {
  return Number.isNaN(Date.parse(text)) ? '–' : dateTime(text);
}

/** App version, for support requests. */
export function VersionCard() {
  const { build, siteConfig } = boot();
  const canInstall = useCanInstall();
  const reload = async () => {
    if (!(await reloadApp())) toast(i18n._('The Internet connection appears to be offline.'));
  };
  return (
    <SectionCard title={i18n._('About this app')}>
      <Facts
        facts={[
          [i18n._('Version'), build.version],
          [i18n._('Build date'), instant(build.timeStamp)],
          [i18n._('Configuration version'), `${siteConfig.version} · ${siteConfig.revision}`],
          [i18n._('Configuration updated'), instant(siteConfig.timeStamp)],
        ]}
      />
      <Button variant="outlined" onClick={reload}>
        {i18n._('Reload App')}
      </Button>
      {canInstall && (
        <Button variant="outlined" onClick={install}>
          {i18n._('Add to home screen')}
        </Button>
      )}
    </SectionCard>
  );
}
