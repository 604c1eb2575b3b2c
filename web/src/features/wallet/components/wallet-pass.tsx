import { i18n } from '@lingui/core';
import type { Location, WalletItem } from '@/shared/api/types';
import { groupCode } from '@/shared/format/codes';
import { washNames } from '@/shared/format/wash-names';
import { merchantLanguage } from '@/shared/i18n/merchant-language';
import { useWakeLock } from '@/shared/lib/wake-lock';
import { Icon } from '@/shared/ui/icon';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useUndisturbed } from '@/shared/ui/undisturbed';
import { endOf, giftedBy, goodUntil, kindAndUses, worksAt } from '../model/wallet';
import styles from './wallet-pass.module.css';

// Without the QR code, the digits can still be typed.
const CodeImage = lazyPart(() => import('./code-image').then((m) => m.CodeImage));

type Props = { item: WalletItem; locations: Location[] };

/**
 * Code as a pass: white, large, with its item, locations and expiry. Once finished, it shows its state
 * instead.
 */
export function WalletPass({ item, locations }: Props) {
  useWakeLock();
  useUndisturbed();
  const end = endOf(item);
  const washes = washNames(item);
  return (
    <div className={styles.scene}>
      <article className={styles.pass} aria-label={item.name}>
        <header className={styles.head}>
          <p className={styles.kind}>{kindAndUses(item)}</p>
          <h2 className={styles.name} lang={merchantLanguage()}>
            {item.name}
          </h2>
        </header>
        {item.isGift && (
          <div className={styles.gift}>
            <p className={styles.from}>
              <Icon name="gift" size={20} />
              {giftedBy(item)}
            </p>
            {item.giftMessage && <p className={styles.message}>{item.giftMessage}</p>}
          </div>
        )}
        <div className={styles.code}>
          <div className={styles.image}>
            {!end && <CodeImage code={item.code} label={i18n._('Code for {name}', { name: item.name })} />}
            <div role="status">
              {end && (
                <p className={styles.end} data-state={item.state}>
                  <Icon name={end.icon} size={64} />
                  {end.name}
                </p>
              )}
            </div>
          </div>
          <p className={styles.digits}>{groupCode(item.code)}</p>
        </div>
        <dl className={styles.facts}>
          {washes && (
            <div>
              <dt>{i18n._('Washes')}</dt>
              <dd>{washes}</dd>
            </div>
          )}
          <div>
            <dt>{i18n._('Valid at')}</dt>
            <dd>{worksAt(item, locations)}</dd>
          </div>
          <div>
            <dt>{i18n._('Expires')}</dt>
            <dd>{goodUntil(item)}</dd>
          </div>
        </dl>
      </article>
      {!end && (
        <p className={styles.hint}>
          <Icon name="sun" size={20} />
          {i18n._('Turn up your screen brightness at the scanner')}
        </p>
      )}
    </div>
  );
}
