import { i18n } from '@lingui/core';
import { Link, useNavigate } from 'react-router';
import { recoverPassword } from '@/features/identity/api/passwords';
import { AuthCard } from '@/features/identity/components/auth-card';
import { IncompleteLink } from '@/features/identity/components/incomplete-link';
import { NewPasswordFields } from '@/features/identity/components/new-password-fields';
import { useMailedLink } from '@/features/identity/model/mailed-link';
import { recoverySchema } from '@/features/identity/model/password-forms';
import { setSession } from '@/shared/api/session';
import { Form } from '@/shared/forms/form';
import styles from '@/shared/forms/form.module.css';
import { useAppForm } from '@/shared/forms/use-app-form';
import { Page } from '@/shared/ui/page';
import { addressOf } from '../table';

/** Page of an emailed recovery link. Opening it changes nothing. */
export function PasswordRecoveryPage() {
  const navigate = useNavigate();
  const { email, token, complete } = useMailedLink();
  const form = useAppForm({
    schema: recoverySchema,
    values: { password: '', confirmPassword: '' },
    send: async (values) => {
      await recoverPassword({ email, token, ...values });
      setSession({ guest: true });
      await navigate(addressOf('updated'), { replace: true });
    },
  });
  return (
    <Page width="narrow" hideTitle>
      {!complete && <IncompleteLink />}
      {complete && (
        <AuthCard
          title={i18n._('Reset password')}
          lead={i18n._('Choose a new password for {email}.', { email })}
        >
          <Form form={form} submit={i18n._('Reset password')}>
            {/* Tells a password keeper whose password this is. */}
            <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
            <NewPasswordFields form={form} name="password" again="confirmPassword" />
          </Form>
        </AuthCard>
      )}
      <p className={styles.aside}>
        <Link to={`${addressOf('logIn')}?forgot`}>{i18n._('Request new link')}</Link>
      </p>
    </Page>
  );
}
