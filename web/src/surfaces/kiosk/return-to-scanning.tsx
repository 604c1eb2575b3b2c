import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { scannedElsewhere } from '@/features/terminal/model/scanned-elsewhere';
import { useTyping } from '@/features/terminal/model/use-typing';
import { codeLength, isCode } from '@/shared/format/codes';
import { addressOf } from './table';

/** Milliseconds without input after which a page makes way for the next customer. */
const quiet = 90_000;

/** Leads from any other page of a paired kiosk to the one that redeems codes: with a scan, and when it is idle. */
export function ReturnToScanning() {
  const navigate = useNavigate();
  useTyping(
    codeLength,
    (digits) => {
      scannedElsewhere.write(digits);
      void navigate(addressOf('wash'));
    },
    { accepts: isCode },
  );
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void navigate(addressOf('wash')), quiet);
    };
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, wait, { signal, capture: true });
    wait();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [navigate]);
  return null;
}
