import { Fragment, useEffect } from 'react';
import { useOpenDialogs } from './dialog-stack';
import { preloadMessages } from './dialogs';

/** Renders open dialogs, the newest on top. */
export function DialogHost() {
  const open = useOpenDialogs();
  useEffect(preloadMessages, []);
  return open.map(({ id, element }) => <Fragment key={id}>{element}</Fragment>);
}
