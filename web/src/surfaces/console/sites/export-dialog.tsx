import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import * as v from 'valibot';
import type { SiteEntry } from '@/shared/api/types';
import { FormDialog } from '@/shared/forms/form-dialog';
import { FormField } from '@/shared/forms/form-field';
import { entered } from '@/shared/forms/rules';
import { SwitchField } from '@/shared/forms/switch-field';
import { useAppForm } from '@/shared/forms/use-app-form';
import { saveFile } from '@/shared/lib/save-file';
import { exportSite } from '../api/sites';
import { OwnPasswordField } from '../components/own-password-field';

/** Local date such as `2026-11-20`. */
const today = () => new Intl.DateTimeFormat('sv-SE').format(new Date());

/** Minimum length of a passphrase, against brute force. */
const shortest = 12;

/** Exports a site to a file. */
export function ExportDialog({
  site: { id, subdomain },
  onDone,
  onClose,
}: {
  site: SiteEntry;
  onDone: () => void;
  onClose: () => void;
}) {
  const { mutateAsync } = useMutation(exportSite);
  const form = useAppForm({
    schema: () =>
      v.pipe(
        v.object({
          passphrase: v.pipe(
            v.string(),
            v.minLength(shortest, i18n._('Enter at least {length} characters.', { length: shortest })),
          ),
          again: v.string(),
          password: entered(),
          move: v.boolean(),
        }),
        v.forward(
          v.check(({ passphrase, again }) => passphrase === again, i18n._('Passphrases must match.')),
          ['again'],
        ),
      ),
    values: { passphrase: '', again: '', password: '', move: false },
    send: async ({ passphrase, password, move }) => {
      const archive = await mutateAsync({ id, passphrase, password, move });
      saveFile(archive, `${subdomain}-${today()}.suds`);
      onDone();
    },
  });
  return (
    <FormDialog
      title={i18n._('Export {subdomain}', { subdomain })}
      form={form}
      submit={i18n._('Download')}
      onClose={onClose}
      intro={
        <p>
          {i18n._(
            "Downloads an encrypted file with the site's customers, team, orders, images and settings. Import it with “suds site import”. Store the passphrase separately: you can't open the file without it.",
          )}
        </p>
      }
      cancel
    >
      <FormField
        control={form.control}
        name="passphrase"
        type="password"
        label={i18n._('Passphrase')}
        autoComplete="new-password"
        help={i18n._('At least {length} characters.', { length: shortest })}
      />
      <FormField
        control={form.control}
        name="again"
        type="password"
        label={i18n._('Confirm passphrase')}
        autoComplete="new-password"
      />
      <OwnPasswordField control={form.control} />
      <SwitchField
        control={form.control}
        name="move"
        label={i18n._('Move site: suspend it and put it on hold here')}
      />
    </FormDialog>
  );
}
