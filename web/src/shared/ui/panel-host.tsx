import { Fragment, useEffect } from 'react';
import { useLocation } from 'react-router';
import { dismissPanels, useOpenPanels } from './panels';

/** Shows what is being asked for in dialogs of their own. */
export function PanelHost() {
  const panels = useOpenPanels();
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname) return dismissPanels;
  }, [pathname]);
  return panels.map((panel) => <Fragment key={panel.id}>{panel.element}</Fragment>);
}
