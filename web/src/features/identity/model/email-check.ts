import { useEffect, useRef } from 'react';
import { isEmail } from '@/shared/forms/rules';
import { isEmailFree } from '../api/sign-up';

const debounce = 400;

/** Asks the server about an address once typing has paused, and reports one that is in use. */
export function useEmailCheck(email: string, taken: Set<string>, onTaken: () => void) {
  const report = useRef(onTaken);
  report.current = onTaken;
  useEffect(() => {
    const address = email.trim().toLowerCase();
    if (!isEmail(address) || taken.has(address)) return;
    let current = true;
    const timer = setTimeout(async () => {
      // An unanswered question is not a refusal: the server decides at sign-up.
      const free = await isEmailFree(address).catch(() => true);
      if (free) return;
      taken.add(address);
      if (current) report.current();
    }, debounce);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [email, taken]);
}
