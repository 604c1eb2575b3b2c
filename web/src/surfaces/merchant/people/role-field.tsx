import { i18n } from '@lingui/core';
import type { Control } from 'react-hook-form';
import { useWatch } from 'react-hook-form';
import type { StaffRole } from '@/shared/api/types';
import { SelectField } from '@/shared/forms/select-field';
import { roleName, roleTask, staffRoles } from './role-words';

/** Role select with descriptions. */
export function RoleField<T extends { role: StaffRole }>({ control }: { control: Control<T> }) {
  const own = control as unknown as Control<{ role: StaffRole }>;
  const role = useWatch({ control: own, name: 'role' });
  return (
    <>
      <SelectField
        control={own}
        name="role"
        label={i18n._('Role')}
        autoComplete="off"
        options={staffRoles.map((value) => ({ value, label: roleName(value) }))}
      />
      <p>{roleTask(role)}</p>
    </>
  );
}
