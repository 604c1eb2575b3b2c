import { i18n } from '@lingui/core';
import Drawer from '@mui/material/Drawer';
import { useLayer } from '@/shared/ui/layers';
import { SideNav } from './side-nav';

/** The menu on a phone, over the page. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  useLayer(onClose, open);
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { 'aria-label': i18n._('Menu') } }}>
      <SideNav label={i18n._('Menu')} onGo={onClose} />
    </Drawer>
  );
}
