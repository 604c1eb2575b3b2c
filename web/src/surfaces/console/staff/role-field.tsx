import { i18n } from '@lingui/core';
import { type Control, useWatch } from 'react-hook-form';
import type { ProviderRole } from '@/shared/api/types';
import { SelectField } from '@/shared/forms/select-field';
import { providerRoles, roleName, roleTask } from './role-words';

/** Role select with descriptions. */
export function RoleField<T extends { role: ProviderRole }>({ control }: { control: Control<T> }) {
  const own = control as unknown as Control<{ role: ProviderRole }>;
  const role = useWatch({ control: own, name: 'role' });
  return (
    <>
      <SelectField
        control={own}
        name="role"
        label={i18n._('Role')}
        autoComplete="off"
        options={providerRoles.map((value) => ({ value, label: roleName(value) }))}
      />
      <p>{roleTask(role)}</p>
    </>
  );
}
