import { i18n } from '@lingui/core';
import { useContext } from 'react';
import { site } from '@/shared/site/boot';
import { useTitle } from '@/shared/ui/page';
import { ShownShell } from '../model/shown-shell';

/** Home page of the web shop or the app, loaded with its shell. */
export function HomePage() {
  const shell = useContext(ShownShell);
  const { companyName } = site();
  useTitle(companyName);
  return (
    <>
      <h1 className="visually-hidden">{i18n._('Welcome to {companyName}', { companyName })}</h1>
      {shell && <shell.Home />}
    </>
  );
}
