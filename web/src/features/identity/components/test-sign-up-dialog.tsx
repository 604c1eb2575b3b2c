import { i18n } from '@lingui/core';
import { site } from '@/shared/site/boot';
import { toast } from '@/shared/ui/toasts';
import { testSignUp } from '../api/sign-up';
import { testPerson } from '../model/test-person';
import { PasswordDialog } from './password-dialog';

/** Creates a test account with a password chosen here, because a built-in one would be public. */
export function TestSignUpDialog({ onClose }: { onClose: () => void }) {
  const send = async (password: string) => {
    const person = testPerson(site().country, password);
    await testSignUp(person);
    onClose();
    toast(i18n._('Logged in as test customer {email}', { email: person.email }));
  };
  return (
    <PasswordDialog
      title={i18n._('Test sign-up')}
      submit={i18n._('Sign Up')}
      send={send}
      onClose={onClose}
      fresh
    >
      <p>{i18n._('Creates a test customer and logs you in. Choose a password so you can log in again.')}</p>
    </PasswordDialog>
  );
}
