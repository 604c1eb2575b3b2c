import { Global, ThemeProvider } from '@emotion/react';
import { i18n } from '@lingui/core';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { spokenLanguage } from '../i18n/locale';
import { theme } from '../theme/theme';

/**
 * Custom properties of both themes; `scheme.ts` selects one with an attribute. MUI's provider would add a
 * second theme manager.
 */
const schemes = theme.generateStyleSheets();

/** Default props by component. MUI's type has the props where its code has `defaultProps`. */
const defaults = theme.components as unknown as ComponentProps<typeof DefaultPropsProvider>['value'];

/** Texts are looked up during rendering, so a language change renders everything again. */
function useLanguage(): string {
  return useSyncExternalStore((changed) => i18n.on('change', changed), spokenLanguage);
}

type Props = { queries: QueryClient; children: ReactNode };

export function Providers({ queries, children }: Props) {
  return (
    <ThemeProvider theme={theme}>
      <Global styles={schemes} />
      <DefaultPropsProvider value={defaults}>
        <QueryClientProvider client={queries}>
          <Fragment key={useLanguage()}>{children}</Fragment>
        </QueryClientProvider>
      </DefaultPropsProvider>
    </ThemeProvider>
  );
}
