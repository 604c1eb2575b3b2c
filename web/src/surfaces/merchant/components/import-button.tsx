import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { openDialog } from '@/shared/ui/open-dialog';
import type { Imported } from './import-dialog';

function openImport(imported: Imported) {
  return openDialog<true>(async () => {
    const { ImportDialog } = await import('./import-dialog');
    return (settle) => <ImportDialog {...imported} onClose={() => settle(null)} />;
  });
}

/** Imports an exported list. */
export function ImportButton(imported: Imported) {
  return (
    <Button variant="outlined" onClick={() => void openImport(imported)}>
      {i18n._('Import')}
    </Button>
  );
}
