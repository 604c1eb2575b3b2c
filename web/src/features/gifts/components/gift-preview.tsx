import { i18n } from '@lingui/core';
import { Icon } from '@/shared/ui/icon';
import styles from './gift-preview.module.css';

type Props = { header: string; name: string; message: string };

/** Live preview of the gift card. Decorative, because the fields have the same content. */
export function GiftPreview({ header, name, message }: Props) {
  return (
    <div className={styles.card} aria-hidden="true">
      <Icon name="gift" size={28} />
      <p className={styles.header}>{header}</p>
      {name.trim() && <p className={styles.line}>{i18n._('For {name}', { name: name.trim() })}</p>}
      {message.trim() && <p className={styles.line}>{message.trim()}</p>}
    </div>
  );
}
