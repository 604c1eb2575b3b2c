import { i18n } from '@lingui/core';
import { useState } from 'react';
import { downloadPackage, type PackagePlatform, type PackageSettings } from '@/features/site/api/packages';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { saveFile } from '@/shared/lib/save-file';
import { boot } from '@/shared/site/boot';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { Facts } from '@/shared/ui/facts';
import { SectionCard } from '@/shared/ui/section-card';
import styles from '../part.module.css';

/** Download links for the app projects. */
export function Projects({ saved: { name, bundleId, applicationId } }: { saved: PackageSettings }) {
  const [busy, setBusy] = useState(false);
  const download = async (platform: PackagePlatform) => {
    setBusy(true);
    try {
      saveFile(await downloadPackage(platform), `${boot().subdomain}-${platform}.zip`);
    } catch (error) {
      await dialogs.error({ title: errorTitle(error), text: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <SectionCard title={i18n._('Build projects')}>
      <p>
        {i18n._(
          'These are projects, not finished apps. Build and sign them in Xcode or Android Studio, then submit them to the store. The included README has instructions.',
        )}
      </p>
      <Facts
        facts={[
          [i18n._('Home screen name'), name],
          [i18n._('Bundle ID (Apple)'), bundleId],
          [i18n._('Application ID (Android)'), applicationId],
        ]}
      />
      <div className={styles.acts}>
        <BusyButton variant="outlined" busy={busy} onClick={() => download('ios')}>
          {i18n._('Download Xcode project')}
        </BusyButton>
        <BusyButton variant="outlined" busy={busy} onClick={() => download('android')}>
          {i18n._('Download Android project')}
        </BusyButton>
      </div>
    </SectionCard>
  );
}
