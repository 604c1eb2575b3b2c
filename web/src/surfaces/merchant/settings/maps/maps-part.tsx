import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import { mapKeysQuery, type OwnMapKeys, setMapKeys } from '@/features/site/api/map-keys';
import { Form } from '@/shared/forms/form';
import { FormField } from '@/shared/forms/form-field';
import { atMostText } from '@/shared/forms/rules';
import { useAppForm } from '@/shared/forms/use-app-form';
import { SectionCard } from '@/shared/ui/section-card';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { Addresses } from '../addresses';
import { OpenedView } from '../opened-view';
import styles from '../part.module.css';

type Typed = { google: string; apple: string };

const longestGoogleKey = 100;
const longestAppleToken = 2000;

type Props = { saved: OwnMapKeys; onSaved: () => void };

function MapsForm({ saved, onSaved }: Props) {
  const { mutateAsync } = useMutation(setMapKeys);
  const { version, google, apple, addresses } = saved;
  const form = useAppForm<Typed>({
    schema: () => v.object({ google: atMostText(longestGoogleKey), apple: atMostText(longestAppleToken) }),
    values: { google, apple },
    send: async (keys) => {
      await mutateAsync({ version, keys });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Your own keys')}>
        <p>
          {i18n._(
            'With a key of your own, maps are drawn on your account. Left empty, they are drawn as they are at other sites.',
          )}
        </p>
        <div className={styles.fields}>
          <FormField
            control={form.control}
            name="google"
            label={i18n._('Google Maps key')}
            autoComplete="off"
            maxLength={longestGoogleKey}
            optional
            help={i18n._('A key of the Maps JavaScript API.')}
          />
          <FormField
            control={form.control}
            name="apple"
            label={i18n._('Apple MapKit JS token')}
            autoComplete="off"
            maxLength={longestAppleToken}
            optional
            help={i18n._('For Apple’s devices. It ends on the day that Apple shows beside it.')}
          />
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Restrict the keys')}>
        <p>
          {i18n._(
            'Every visitor’s browser is told these keys. Anybody can copy them, so let the vendor accept them from this site only:',
          )}
        </p>
        <Addresses of={addresses} />
        <p className={styles.note}>
          {i18n._(
            'At Google: “Websites” under the restrictions of the key, and the Maps JavaScript API as the only one it is for. At Apple: the domain of the token.',
          )}
        </p>
      </SectionCard>
    </Form>
  );
}

/** With which keys the site's maps are drawn. */
export function MapsPart() {
  return (
    <OpenedView
      query={mapKeysQuery()}
      skeleton={<Skeleton count={2} height={220} />}
      failed={i18n._('Unable to get the settings')}
    >
      {(saved, again) => <MapsForm saved={saved} onSaved={again} />}
    </OpenedView>
  );
}
