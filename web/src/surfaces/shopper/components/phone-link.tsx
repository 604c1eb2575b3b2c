import { formatPhone, phoneHref } from '@/shared/format/masks';
import { site } from '@/shared/site/boot';

/** Phone number of the merchant. */
export function PhoneLink({ className }: { className: string | undefined }) {
  const { contact, country } = site();
  return (
    <a className={className} href={phoneHref(contact.phone, country)}>
      {formatPhone(contact.phone, country) || contact.phone}
    </a>
  );
}
