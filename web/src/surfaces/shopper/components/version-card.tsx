import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { dateTime } from '@/shared/format/dates';
import { reloadApp } from '@/shared/lib/reload-app';
import { boot } from '@/shared/site/boot';
import { Facts } from '@/shared/ui/facts';
import { SectionCard } from '@/shared/ui/section-card';

function instant(text: string): string {
  return Number.isNaN(Date.parse(text)) ? '–' : dateTime(text);
}

/** What this device runs: for a talk with support. */
export function VersionCard() {
  const queries = useQueryClient();
  const { build, siteConfig } = boot();
  const reload = () => {
    queries.clear();
    void reloadApp();
  };
  return (
    <SectionCard title={i18n._('About this app')}>
      <Facts
        facts={[
          [i18n._('Version'), build.version],
          [i18n._('Built'), instant(build.timeStamp)],
          [i18n._('Configuration'), `${siteConfig.version} · ${siteConfig.revision}`],
          [i18n._('Configuration saved'), instant(siteConfig.timeStamp)],
        ]}
      />
      <Button variant="outlined" onClick={reload}>
        {i18n._('Reload App')}
      </Button>
    </SectionCard>
  );
}
