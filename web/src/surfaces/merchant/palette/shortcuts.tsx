import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { openDialog } from '@/shared/ui/open-dialog';
import { formInFront } from './form-in-front';

/** Ctrl/⌘+K opens the palette, Ctrl/⌘+S submits the form in front. */
export function Shortcuts() {
  const navigate = useNavigate();
  const isOpen = useRef(false);
  const open = async () => {
    if (isOpen.current) return;
    isOpen.current = true;
    const to = await openDialog<string>(async () => {
      const { PaletteDialog } = await import('./palette-dialog');
      return (settle) => <PaletteDialog onGo={settle} onClose={() => settle(null)} />;
    });
    isOpen.current = false;
    if (to) void navigate(to);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const key = event.key.toLowerCase();
    if (key === 'k') {
      event.preventDefault();
      void open();
    }
    if (key === 's') {
      // Don't let the browser save the page as a file.
      event.preventDefault();
      formInFront()?.requestSubmit();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return null;
}
