import Button from '@mui/material/Button';
import { useState } from 'react';
import { Spinner } from '@/shared/ui/spinner';

type Props = {
  label: string;
  /** Name of the option it buys. */
  name: string;
  disabled: boolean;
  /** Resolves when the purchase has finished, successfully or not. */
  buy: () => Promise<unknown>;
};

/** Shows progress immediately, because the quote can take time. */
export function BuyButton({ label, name, disabled, buy }: Props) {
  const [working, setWorking] = useState(false);
  const press = async () => {
    setWorking(true);
    try {
      await buy();
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      variant="contained"
      disabled={disabled || working}
      aria-busy={working}
      aria-label={name}
      onClick={press}
    >
      {working ? <Spinner label={label} /> : label}
    </Button>
  );
}
