import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentQuery } from '@/features/payments/api/payment';
import { CardOnFile } from '@/features/payments/components/card-on-file';
import { ensureCard } from '@/flows/buying/ensure-card';
import { Page } from '@/shared/ui/page';
import { SectionCard } from '@/shared/ui/section-card';
import { ResignUpForm } from '../components/resign-up-form';
import styles from './resign-up-page.module.css';

/** Test page for development and demo environments: stores a new card, then rejoins a wash club. */
export function ResignUpPage() {
  const payment = useQuery(paymentQuery());
  const queries = useQueryClient();
  const [stored, setStored] = useState(false);
  const store = async () => {
    if (await ensureCard(queries, { replace: true })) setStored(true);
  };
  return (
    <Page lead={i18n._('For testing: add a card, then rejoin a wash club.')} width="narrow">
      <div className={styles.steps}>
        <SectionCard title={i18n._('1. Card')}>
          {payment.data && <CardOnFile payment={payment.data} />}
          <Button variant={stored ? 'outlined' : 'contained'} onClick={store}>
            {i18n._('Add card')}
          </Button>
        </SectionCard>
        {stored && (
          <SectionCard title={i18n._('2. Wash club')}>
            <ResignUpForm />
          </SectionCard>
        )}
      </div>
    </Page>
  );
}
