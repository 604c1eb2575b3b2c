import { i18n } from '@lingui/core';
import Drawer from '@mui/material/Drawer';
import type { ReactNode } from 'react';
import { useLayer } from '../ui/layers';

type Props = { open: boolean; onClose: () => void; children: ReactNode };

/** Menu on phones, above the page. */
export function MenuDrawer({ open, onClose, children }: Props) {
  useLayer(onClose, open);
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': i18n._('Menu') } }}>
      {children}
    </Drawer>
  );
}
