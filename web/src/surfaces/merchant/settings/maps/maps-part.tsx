import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { locationsQuery } from '@/features/catalog/api/locations';
import { mapKeysQuery, type OwnMapKeys, setMapKeys } from '@/features/site/api/map-keys';
import { type WholeConfig, wholeConfigQuery } from '@/features/site/api/site-config';
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
import { useChange } from '../use-change';
import { mapViewSchema, type TypedMaps, typedOf, viewOf } from './map-view';
import { MapViewField } from './map-view-field';

const longestGoogleKey = 100;
const longestAppleToken = 2000;

const schema = () =>
  v.object({
    google: atMostText(longestGoogleKey),
    apple: atMostText(longestAppleToken),
    googleMap: mapViewSchema(),
  });

type Props = { saved: OwnMapKeys; config: WholeConfig; onSaved: () => void };

function MapsForm({ saved, config, onSaved }: Props) {
  const { mutateAsync } = useMutation(setMapKeys);
  const change = useChange(config);
  const { data: locations = [] } = useQuery(locationsQuery());
  const { version, google, apple, addresses } = saved;
  const shown = typedOf(config.googleMap);
  const form = useAppForm<TypedMaps>({
    schema,
    values: { google, apple, googleMap: shown },
    send: async ({ googleMap, ...keys }) => {
      if (JSON.stringify(googleMap) !== JSON.stringify(shown)) await change({ googleMap: viewOf(googleMap) });
      if (keys.google !== google || keys.apple !== apple) await mutateAsync({ version, keys });
      toast(i18n._('Saved'));
      onSaved();
    },
  });
  return (
    <Form form={form} submit={i18n._('Save')} guard>
      <SectionCard title={i18n._('Map view')}>
        <p>
          {i18n._(
            'Customers see this part of the map first, if it contains all your locations. Leave blank to fit them all.',
          )}
        </p>
        <MapViewField form={form} locations={locations} />
      </SectionCard>
      <SectionCard title={i18n._('Map keys')}>
        <p>
          {i18n._(
            'With your own keys, maps are billed to your account. Leave blank to use the default maps.',
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
            help={i18n._('Key for the Maps JavaScript API')}
          />
          <FormField
            control={form.control}
            name="apple"
            label={i18n._('Apple MapKit JS token')}
            autoComplete="off"
            maxLength={longestAppleToken}
            optional
            help={i18n._('For Apple devices. Apple shows the expiration date next to the token.')}
          />
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Key restrictions')}>
        <p>{i18n._("These keys are visible in every visitor's browser. Restrict them to this site:")}</p>
        <Addresses of={addresses} />
        <p className={styles.note}>
          {i18n._(
            "Google: under “Websites”, restrict the key to this site and allow only the Maps JavaScript API. Apple: set the token's domain.",
          )}
        </p>
      </SectionCard>
    </Form>
  );
}

/** Map view and keys. */
export function MapsPart() {
  const waiting = {
    skeleton: <Skeleton count={2} height={220} />,
    failed: i18n._("Couldn't load settings"),
  };
  return (
    <OpenedView query={mapKeysQuery()} {...waiting}>
      {(saved, again) => (
        <OpenedView query={wholeConfigQuery()} {...waiting}>
          {(config) => <MapsForm saved={saved} config={config} onSaved={again} />}
        </OpenedView>
      )}
    </OpenedView>
  );
}
