import { i18n } from '@lingui/core';
import { site } from '@/shared/site/boot';
import { toast } from '@/shared/ui/toasts';
import { testSignUp } from '../api/sign-up';
import { testPerson } from '../model/test-person';
import { PasswordDialog } from './password-dialog';

/** Makes an account for testing. Its password is chosen here: one in the program would be everybody's. */
export function TestSignUpDialog({ onClose }: { onClose: () => void }) {
  const send = async (password: string) => {
    const person = testPerson(site().country, password);
    await testSignUp(person);
    onClose();
    toast(i18n._('You are {email}, for testing.', { email: person.email }));
  };
  return (
    <PasswordDialog
      title={i18n._('Test sign-up')}
      submit={i18n._('Sign Up')}
      send={send}
      onClose={onClose}
      fresh
    >
      <p>{i18n._('A new customer for testing, logged in at once. Choose a password to come back with.')}</p>
    </PasswordDialog>
  );
}
