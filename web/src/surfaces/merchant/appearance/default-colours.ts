import type { WholeConfig } from '@/features/site/api/site-config';
import type { AppForm } from '@/shared/forms/use-app-form';
import { useTones } from './use-tones';

export type Scheme = 'light' | 'dark';

/** As in `shared/theme/tokens.css`, without the brand tints it mixes into some. */
const own = {
  light: {
    ink: '#10181c',
    soft: '#3d484d',
    page: '#fcfdfd',
    card: '#ffffff',
    raised: '#ffffff',
    line: '#767f83',
  },
  dark: {
    ink: '#f3f1ec',
    soft: '#b3b6b8',
    page: '#0d0f10',
    card: '#17191c',
    raised: '#1f2226',
    line: '#7e8489',
  },
};

/** Shop colors that apply if the merchant sets none; null until known. */
export function useDefaultColours(form: AppForm<WholeConfig>, scheme: Scheme) {
  const { tones } = useTones(form);
  if (!tones) return null;
  const isDark = scheme === 'dark';
  return {
    ...own[scheme],
    tone: isDark ? tones.brandToneDark : tones.brandTone,
    onTone: isDark ? '#0a0c0d' : '#ffffff',
    brand: tones.brand,
    onBrand: tones.onBrand,
  };
}

export type DefaultColours = NonNullable<ReturnType<typeof useDefaultColours>>;
