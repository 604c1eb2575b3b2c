import { spokenLanguage } from '../i18n/locale';
import { boot } from '../site/boot';
import { isMobileMode } from '../site/mode-state';
import { deviceId } from './device';

export function baseHeaders(): Record<string, string> {
  const headers: Record<string, string> = {
    'App-Key': boot().appKey,
    'Device-Id': deviceId(),
    // The server's text appears within ours.
    'Accept-Language': spokenLanguage(),
  };
  if (isMobileMode()) headers['X-Mobile'] = 'true';
  return headers;
}
