import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { downloadPackage, type PackagePlatform, type PackageSettings } from '@/features/site/api/packages';
import { errorText, errorTitle } from '@/shared/api/api-error';
import { saveFile } from '@/shared/lib/save-file';
import { boot } from '@/shared/site/boot';
import { dialogs } from '@/shared/ui/dialogs';
import { Facts } from '@/shared/ui/facts';
import { SectionCard } from '@/shared/ui/section-card';
import styles from '../part.module.css';

/** The projects of the apps, to take away. */
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
    <SectionCard title={i18n._('Projects to build')}>
      <p>
        {i18n._(
          'These are not finished apps. Each file is a project with the site’s name, icon and colours, which is not compiled here: somebody builds it, with Xcode on a Mac or with Android Studio, signs it and hands it in at the store. The README in it says how.',
        )}
      </p>
      <Facts
        facts={[
          [i18n._('Name under the icon'), name],
          [i18n._('Bundle id, for Apple'), bundleId],
          [i18n._('Application id, for Android'), applicationId],
        ]}
      />
      <div className={styles.acts}>
        <Button variant="outlined" disabled={busy} onClick={() => download('ios')}>
          {i18n._('Download the project for Xcode')}
        </Button>
        <Button variant="outlined" disabled={busy} onClick={() => download('android')}>
          {i18n._('Download the project for Android')}
        </Button>
      </div>
    </SectionCard>
  );
}
