import { i18n } from '@lingui/core';
import type { CSSProperties } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { SiteTemplate } from '@/shared/api/types';
import { kindWords } from '../model/kinds';
import styles from './template-field.module.css';

type Props<T extends { template: string }> = { control: Control<T>; templates: SiteTemplate[] };

function Preview({ template: { tones, picture } }: { template: SiteTemplate }) {
  const colours = { '--ground': tones.brand, '--dot': tones.accent } as CSSProperties;
  return (
    <span className={styles.preview} style={colours} aria-hidden="true">
      {picture && <img className={styles.picture} src={picture} alt="" loading="lazy" />}
      <i className={styles.dot} />
    </span>
  );
}

/** Template picker with previews. */
export function TemplateField<T extends { template: string }>({ control, templates }: Props<T>) {
  const own = control as unknown as Control<{ template: string }>;
  const { field } = useController({ control: own, name: 'template' });
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{i18n._('Template')}</legend>
      <div className={styles.cards}>
        {templates.map((template) => (
          <label key={template.name} className={styles.card}>
            <input
              type="radio"
              name={field.name}
              value={template.name}
              checked={field.value === template.name}
              onChange={() => field.onChange(template.name)}
              onBlur={field.onBlur}
            />
            <Preview template={template} />
            <span className={styles.names}>
              <strong>{kindWords(template.name).name}</strong>
              <span>{kindWords(template.name).text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
