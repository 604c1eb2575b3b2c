import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useScheme } from '../theme/scheme';
import { theme } from '../theme/theme';

/** The library keeps an attribute of its own about the scheme; it follows ours. */
function SchemeSync() {
  const [scheme] = useScheme();
  const { setMode } = useColorScheme();
  useEffect(() => setMode(scheme), [scheme, setMode]);
  return null;
}

type Props = { queries: QueryClient; children: ReactNode };

export function Providers({ queries, children }: Props) {
  const [scheme] = useScheme();
  return (
    <ThemeProvider theme={theme} defaultMode={scheme} storageManager={null} disableTransitionOnChange>
      <SchemeSync />
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ThemeProvider>
  );
}
