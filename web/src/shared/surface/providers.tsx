import { Global, ThemeProvider } from '@emotion/react';
import { i18n } from '@lingui/core';
import DefaultPropsProvider from '@mui/material/DefaultPropsProvider';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, Fragment, type ReactNode, useSyncExternalStore } from 'react';
import { spokenLanguage } from '../i18n/locale';
import { theme } from '../theme/theme';

/**
 * Custom properties of both color schemes; `scheme.ts` picks one by an attribute of the page. MUI's own provider would bring a second
 * manager of schemes along.
 */
const schemes = theme.generateStyleSheets();

/** Default properties by component. MUI's type for them has the properties where its code has `defaultProps`. */
const defaults = theme.components as unknown as ComponentProps<typeof DefaultPropsProvider>['value'];

/** Texts are looked up while rendering: another language is another rendering of everything. */
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
