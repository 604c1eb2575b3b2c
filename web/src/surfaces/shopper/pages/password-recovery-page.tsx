import { valibotResolver } from '@hookform/resolvers/valibot';
import { i18n } from '@lingui/core';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { recoverPassword } from '@/features/identity/api/passwords';
import { AuthCard } from '@/features/identity/components/auth-card';
import { IncompleteLink } from '@/features/identity/components/incomplete-link';
import { NewPasswordFields } from '@/features/identity/components/new-password-fields';
import { useMailedLink } from '@/features/identity/model/mailed-link';
import { type RecoveryForm, recoverySchema } from '@/features/identity/model/password-forms';
import { setSession } from '@/shared/api/session';
import styles from '@/shared/forms/form.module.css';
import { FormFailure } from '@/shared/forms/form-failure';
import { SubmitButton } from '@/shared/forms/submit-button';
import { showFailure } from '@/shared/forms/submit-failure';
import { Page } from '@/shared/ui/page';
import { addressOf } from '../table';

/** The page that the link in the recovery mail opens. Opening it changes nothing yet. */
export function PasswordRecoveryPage() {
  const navigate = useNavigate();
  const { email, token, complete } = useMailedLink();
  const resolver = useMemo(() => valibotResolver(recoverySchema()), []);
  const form = useForm<RecoveryForm>({
    resolver,
    criteriaMode: 'all',
    mode: 'onTouched',
    defaultValues: { password: '', confirmPassword: '' },
  });

  const submit = form.handleSubmit(async (values) => {
    try {
      await recoverPassword({ email, token, ...values });
    } catch (error) {
      showFailure(form, error);
      return;
    }
    setSession({ guest: true });
    await navigate(addressOf('updated'), { replace: true });
  });
  return (
    <Page width="narrow" hideTitle>
      {!complete && <IncompleteLink />}
      {complete && (
        <AuthCard
          title={i18n._('Reset Password')}
          lead={i18n._('Choose a new password for {email}.', { email })}
        >
          <form className={styles.form} onSubmit={submit} noValidate>
            {/* Tells a password keeper whose password this is. */}
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <NewPasswordFields form={form} name="password" again="confirmPassword" />
            <SubmitButton control={form.control} label={i18n._('Reset Password')} />
            <FormFailure control={form.control} />
          </form>
        </AuthCard>
      )}
      <p className={styles.aside}>
        <Link to={`${addressOf('logIn')}?forgot`}>{i18n._('Ask for a new link')}</Link>
      </p>
    </Page>
  );
}
