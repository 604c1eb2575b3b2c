import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { errorText } from '@/shared/api/api-error';
import { saveFile } from '@/shared/lib/save-file';
import { boot } from '@/shared/site/boot';
import { BusyButton } from '@/shared/ui/busy-button';
import { dialogs } from '@/shared/ui/dialogs';
import { Spinner } from '@/shared/ui/spinner';
import { exportAccount } from '../api/account';

export function ExportButton({ label }: { label: string }) {
  const data = useMutation({
    mutationFn: exportAccount,
    onSuccess: (zip) => saveFile(zip, `${boot().subdomain}-account.zip`),
    onError: (error) => dialogs.error({ title: i18n._("Couldn't export your data"), text: errorText(error) }),
  });
  return (
    <BusyButton variant="outlined" onClick={() => data.mutate()} busy={data.isPending}>
      {data.isPending ? <Spinner label={i18n._('Exporting…')} /> : label}
    </BusyButton>
  );
}
