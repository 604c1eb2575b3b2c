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
      <SectionCard title={i18n._('Who signs the apps')}>
        <p>
          {i18n._(
            'The site names them in public, so that telephones trust your apps: links to the site then open in the app.',
          )}
        </p>
        <div className={styles.fields}>
          <FormField
            control={form.control}
            name="appleTeamId"
            label={i18n._('Apple team id')}
            autoComplete="off"
            maxLength={10}
            sanitize={(text) => text.trim().toUpperCase()}
            optional
            help={i18n._('Ten letters and digits, in your membership of the Apple Developer Program.')}
          />
          <FormField
            control={form.control}
            name="androidFingerprints"
            label={i18n._('Fingerprints of the Android certificates')}
            autoComplete="off"
            lines={3}
            optional
            help={i18n._(
              'SHA-256, as AB:CD:…, one a line, five at most. Play Console shows them under “App signing”; add your own key’s, if you hand out the app yourself.',
            )}
          />
        </div>
        <p className={styles.note}>
          {i18n._(
            'Once this is saved, the ids above stay as they are, even if the site gets another address.',
          )}
        </p>
      </SectionCard>
    </Form>
  );
}

/** The site's apps for the stores: who signs them, and the projects that they are built of. */
export function PackagesPart() {
  return (
    <OpenedView
      query={packagesQuery()}
      skeleton={<Skeleton count={2} height={240} />}
      failed={i18n._('Unable to get the settings')}
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
