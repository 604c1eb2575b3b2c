import { i18n } from '@lingui/core';
import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { spokenLanguage } from '../i18n/locale';
import { useScheme } from '../theme/scheme';
import { theme } from '../theme/theme';

/** The library keeps an attribute of its own about the scheme; it follows ours. */
function SchemeSync() {
  const [scheme] = useScheme();
  const { setMode } = useColorScheme();
  useEffect(() => setMode(scheme), [scheme, setMode]);
  return null;
}

/** Texts are looked up while rendering: another language is another rendering of everything. */
function useLanguage(): string {
  return useSyncExternalStore((changed) => i18n.on('change', changed), spokenLanguage);
}

type Props = { queries: QueryClient; children: ReactNode };

export function Providers({ queries, children }: Props) {
  const [scheme] = useScheme();
  return (
    <ThemeProvider theme={theme} defaultMode={scheme} storageManager={null} disableTransitionOnChange>
      <SchemeSync />
      <QueryClientProvider client={queries}>
        <Fragment key={useLanguage()}>{children}</Fragment>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
