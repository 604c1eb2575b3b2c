import { i18n } from '@lingui/core';
import { useScheme } from '@/shared/theme/scheme';
import { IconButton } from '@/shared/ui/icon-button';

export function SchemeToggle() {
  const [scheme, choose] = useScheme();
  const dark = scheme === 'dark';
  return (
    <IconButton
      look="round"
      icon={dark ? 'sun' : 'moon'}
      label={dark ? i18n._('Light theme') : i18n._('Dark theme')}
      size={22}
      onClick={() => choose(dark ? 'light' : 'dark')}
    />
  );
}
