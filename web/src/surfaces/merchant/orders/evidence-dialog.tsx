import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { orderHistoryQuery } from '@/features/checkout/api/admin-orders';
import type { OrderDetail } from '@/shared/api/types';
import { saveFile } from '@/shared/lib/save-file';
import { site } from '@/shared/site/boot';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { toast } from '@/shared/ui/toasts';
import { evidenceOf } from './evidence';
import styles from './evidence-dialog.module.css';

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast(i18n._('Copied'));
  } catch {
    toast(i18n._("Your browser doesn't allow copying. Select the text and copy it."));
  }
}

/** Evidence about an order, to respond to a dispute. */
export function EvidenceDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const query = useQuery(orderHistoryQuery(order.transRecordId));
  const save = (text: string) =>
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `order-${order.orderNumber}.txt`);
  return (
    <PanelDialog title={i18n._('Evidence')} onClose={onClose}>
      <p>
        {i18n._('Everything your site knows about this order. Send it to the processor with your response.')}
      </p>
      <QueryView
        query={query}
        skeleton={<Skeleton count={6} height={28} />}
        failed={i18n._("Couldn't load activity")}
      >
        {(history) => {
          const text = evidenceOf(order, history, site().business.legalName || site().companyName);
          return (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
              <pre className={styles.text} tabIndex={0}>
                {text}
              </pre>
              <div className={styles.acts}>
                <Button variant="outlined" onClick={() => copy(text)}>
                  {i18n._('Copy')}
                </Button>
                <Button variant="contained" onClick={() => save(text)}>
                  {i18n._('Download')}
                </Button>
              </div>
            </>
          );
        }}
      </QueryView>
    </PanelDialog>
  );
}
