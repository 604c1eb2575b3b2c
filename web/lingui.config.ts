import type { LinguiConfig } from '@lingui/conf';

const config: LinguiConfig = {
  locales: ['en', 'fr', 'de', 'es'],
  sourceLocale: 'en',
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: 'src/locales/{locale}/messages',
      include: ['src'],
      exclude: ['**/*.test.*', 'src/surfaces/{console,merchant}/**'],
    },
    // Messages used only by the back office or console are in separate catalogs, so that shoppers don't load
    // them.
    { path: 'src/locales/{locale}/merchant', include: ['src/surfaces/merchant'], exclude: ['**/*.test.*'] },
    { path: 'src/locales/{locale}/console', include: ['src/surfaces/console'], exclude: ['**/*.test.*'] },
  ],
  // By id: the order of files differs between machines.
  orderBy: 'messageId',
  format: 'po',
  formatOptions: { lineNumbers: false, origins: false },
};

export default config;
