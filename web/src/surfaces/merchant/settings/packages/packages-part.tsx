import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { type PackageSettings, packagesQuery, setSigners } from '@/features/site/api/packages';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import stack from '@/shared/office/stack.module.css';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';
import { Projects } from './projects';
import { fingerprintsIn, signersSchema, type TypedSigners, typedOf } from './signers-schema';

type Props = { saved: PackageSettings; onSaved: () => void };

function Signers({ saved, onSaved }: Props) {
  const { mutateAsync } = useMutation(setSigners);
  const form = useAppForm<TypedSigners>({
    schema: signersSchema,
    values: typedOf(saved),
    send: async ({ appleTeamId, androidFingerprints }) => {
      const signers = { appleTeamId, androidFingerprints: fingerprintsIn(androidFingerprints) };
      await mutateAsync({ version: saved.version, signers });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('App signing')}>
        <p>{i18n._('Phones use this to trust your apps, so links to the site open in the app.')}</p>
        <div className={styles.fields}>
          <FormField
            control={form.control}
            name="appleTeamId"
            label={i18n._('Apple team ID')}
            autoComplete="off"
            maxLength={10}
            sanitize={(text) => text.trim().toUpperCase()}
            optional
            help={i18n._('10 letters and digits, listed in your Apple Developer Program membership.')}
          />
          <FormField
            control={form.control}
            name="androidFingerprints"
            label={i18n._('Android certificate fingerprints')}
            autoComplete="off"
            lines={3}
            optional
            help={i18n._(
              "SHA-256 (AB:CD:…), one per line, up to 5. Find them in Play Console under “App signing”. If you distribute the app yourself, add your own key's.",
            )}
          />
        </div>
        <p className={styles.note}>
          {i18n._("After you save, the IDs above stay the same, even if the site's address changes.")}
        </p>
      </SectionCard>
    </Form>
  );
}

/** Store apps: signing identities and project downloads. */
export function PackagesPart() {
  return (
    <OpenedView
      query={packagesQuery()}
      skeleton={<Skeleton count={2} height={240} />}
      failed={i18n._("Couldn't load settings")}
    >
      {(saved, again) => (
        <div className={stack.stack}>
          <Projects saved={saved} />
          <Signers saved={saved} onSaved={again} />
        </div>
      )}
    </OpenedView>
  );
}
