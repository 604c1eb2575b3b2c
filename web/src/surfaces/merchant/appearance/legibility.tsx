import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { type FieldPath, useWatch } from 'react-hook-form';
import type { WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';
import { Icon } from '@/shared/ui/icon';
import styles from './contrast.module.css';
import { type DefaultColours, type Scheme, useDefaultColours } from './default-colours';
import { contrast, legible, over } from './legible';

/** Any path, because the library can't list all config paths twice. */
type Path = Extract<FieldPath<WholeConfig>, `themes.${string}`>;

/** Color with its default. Without a path, the merchant can't change it. */
type Side = { name?: Path; otherwise: keyof DefaultColours };

type Props = {
  form: AppForm<WholeConfig>;
  scheme: Scheme;
  ground: Side & { name: Path };
  /** Foreground: text, or a border, which needs less contrast. */
  upon: Side;
  wanted?: 4.5 | 3;
};

type Judged = Props & { defaults: DefaultColours };

function Judgement({ form, ground, upon, wanted = 4.5, defaults }: Judged) {
  const chosen = useWatch({ control: form.control, name: [ground.name, upon.name ?? ground.name] });
  const [below, above] = [String(chosen[0] ?? ''), upon.name ? String(chosen[1] ?? '') : ''];
  const lower = over(below || defaults[ground.otherwise], defaults[ground.otherwise]);
  const upper = over(above || defaults[upon.otherwise], lower);
  const ratio = contrast(lower, upper);
  if ((!below && !above) || ratio >= wanted) return null;
  // Suggest another color for the text if it can be changed, otherwise for the background.
  const changes = upon.name ?? ground.name;
  const tone = upon.name ? legible(upper, lower, wanted) : legible(lower, upper, wanted);
  const better = upon.name ? { background: lower, color: tone } : { background: tone, color: upper };
  return (
    <div className={styles.contrast} role="status">
      <p className={styles.why}>
        <Icon name="alert" size={18} />
        {i18n._('Low contrast: {ratio}:1 (recommended {wanted}:1)', {
          ratio: i18n.number(Math.floor(ratio * 10) / 10),
          wanted: i18n.number(wanted),
        })}
      </p>
      <ul className={styles.tones}>
        <li>
          <span className={styles.sample} style={{ background: lower, color: upper }} aria-hidden>
            Aa
          </span>
          {i18n._('Current')}
        </li>
        <li>
          <span className={styles.sample} style={better} aria-hidden>
            Aa
          </span>
          {i18n._('Suggested: {tone}', { tone })}
          <Button
            onClick={() => form.setValue(changes, tone as never, { shouldDirty: true, shouldValidate: true })}
          >
            {i18n._('Use {tone}', { tone })}
          </Button>
        </li>
      </ul>
    </div>
  );
}

/** Warns about low contrast and suggests a tone. */
export function Legibility(props: Props) {
  const defaults = useDefaultColours(props.form, props.scheme);
  return defaults && <Judgement {...props} defaults={defaults} />;
}
