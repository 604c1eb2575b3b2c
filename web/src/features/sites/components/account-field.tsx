import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useFieldLabel } from '@/shared/forms/field-labels';
import { matches } from '@/shared/list/matches';
import { SearchBox } from '@/shared/list/search-box';
import styles from './account-field.module.css';

/** Account option for a site. */
export type AccountChoice = { id: string; companyName: string; hsAccountId?: string | null };

/** Number of accounts that needs no search. */
const few = 6;

type Props<T extends { accountId: string }> = {
  control: Control<T>;
  accounts: AccountChoice[];
  /** Creates an account and returns its ID, or null. Omitted without permission. */
  onNew?: (() => Promise<string | null>) | undefined;
};

/** Account of a new site: existing or new. */
export function AccountField<T extends { accountId: string }>({ control, accounts, onNew }: Props<T>) {
  const own = control as unknown as Control<{ accountId: string }>;
  const { field, fieldState } = useController({ control: own, name: 'accountId' });
  const id = useId();
  useFieldLabel('accountId', i18n._('Account'));
  const error = fieldState.error && i18n._('Select an account.');
  const [words, setWords] = useState('');
  const found = accounts.filter(({ companyName, hsAccountId }) => matches(words, [companyName, hsAccountId]));
  const chosen = accounts.find(({ id }) => id === field.value);
  // The selected account stays visible.
  const shown = [...new Set([...(chosen ? [chosen] : []), ...found.slice(0, few)])];
  const make = async () => {
    const id = await onNew?.();
    if (id) field.onChange(id);
  };
  return (
    <fieldset className={styles.field} aria-describedby={error ? `${id}-said` : undefined}>
      <legend className={styles.legend}>{i18n._('Account')}</legend>
      {(onNew || accounts.length > few) && (
        <div className={styles.find}>
          <SearchBox label={i18n._('Search by company or CRM ID')} value={words} onSearch={setWords} />
          {onNew && (
            <Button variant="outlined" onClick={make}>
              {i18n._('New account')}
            </Button>
          )}
        </div>
      )}
      <div className={styles.found}>
        {shown.map((account, index) => (
          <label key={account.id} className={styles.account}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="radio"
              name={field.name}
              value={account.id}
              checked={field.value === account.id}
              onChange={() => field.onChange(account.id)}
              onBlur={field.onBlur}
            />
            <span>{account.companyName}</span>
            {account.hsAccountId && <span className={styles.number}>{account.hsAccountId}</span>}
          </label>
        ))}
      </div>
      {error && (
        <FormHelperText id={`${id}-said`} error role="alert">
          {error}
        </FormHelperText>
      )}
      <p className={styles.note} role="status">
        {found.length === 0
          ? i18n._('No results')
          : found.length > few &&
            i18n._('{count} more. Search to narrow the list.', { count: found.length - few })}
      </p>
    </fieldset>
  );
}
