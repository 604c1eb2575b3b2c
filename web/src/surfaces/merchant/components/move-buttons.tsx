import { i18n } from '@lingui/core';
import Button from '@mui/material/Button';
import type { components } from '@/shared/api/api.gen';
import { attempt } from '@/shared/office/attempt';

type Place = components['schemas']['Place'];

type Props = {
  id: number;
  name: string;
  /** Adjacent items it can be moved past. */
  above: number | undefined;
  below: number | undefined;
  busy: boolean;
  put: (place: Place) => Promise<unknown>;
};

/** Moves an item up or down. */
export function MoveButtons({ id, name, above, below, busy, put }: Props) {
  const small = { size: 'small', variant: 'text', disabled: busy } as const;
  return (
    <>
      {above !== undefined && (
        <Button
          {...small}
          onClick={() => attempt(() => put({ id, before: above }))}
          aria-label={i18n._('Move up: {name}', { name })}
        >
          {i18n._('Move up')}
        </Button>
      )}
      {below !== undefined && (
        <Button
          {...small}
          onClick={() => attempt(() => put({ id: below, before: id }))}
          aria-label={i18n._('Move down: {name}', { name })}
        >
          {i18n._('Move down')}
        </Button>
      )}
    </>
  );
}
