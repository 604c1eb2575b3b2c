import { i18n } from '@lingui/core';
import { FormField } from '@/shared/forms/form-field';
import { SwitchField } from '@/shared/forms/switch-field';
import { SectionCard } from '@/shared/ui/section-card';
import { withLeadingSlash } from '../config-schema';
import { ListEditor } from '../list-editor';
import type { PartProps } from '../part-props';
import { PictureField } from '../picture-field';
import { useEntries } from '../use-entries';
import styles from './part.module.css';

/** Entries that every site has, identified by tag: they can be renamed and moved, but not removed. */
function Links({ form, list }: PartProps & { list: 'menuItems' | 'shopItems' }) {
  const { control } = form;
  const { entries, move } = useEntries(form, list);
  const off = { control, autoComplete: 'off' } as const;
  return (
    <ListEditor names={entries.map(({ label }) => label)} move={move}>
      {(index) => (
        <>
          <FormField {...off} name={`${list}.${index}.label`} label={i18n._('Label')} maxLength={40} />
          <FormField
            {...off}
            name={`${list}.${index}.href`}
            label={i18n._('URL')}
            maxLength={200}
            sanitize={withLeadingSlash}
            optional
          />
        </>
      )}
    </ListEditor>
  );
}

/** Links of the web shop. */
export function ShopPart({ form }: PartProps) {
  const { control } = form;
  return (
    <>
      <SectionCard title={i18n._('Web shop')}>
        <div className={styles.switches}>
          <SwitchField control={control} name="has_ecom" label={i18n._('Enable web shop')} />
          <SwitchField control={control} name="has_app" label={i18n._('Enable mobile app')} />
          <SwitchField
            control={control}
            name="forceLocations"
            label={i18n._('Require a location before shopping')}
          />
        </div>
      </SectionCard>
      <SectionCard title={i18n._('Home page')}>
        <PictureField form={form} name="homeVideo" kind="video" label={i18n._('Header video')} />
      </SectionCard>
      <SectionCard title={i18n._('Menu')}>
        <Links form={form} list="menuItems" />
      </SectionCard>
      <SectionCard title={i18n._('Shop pages')}>
        <Links form={form} list="shopItems" />
      </SectionCard>
    </>
  );
}
