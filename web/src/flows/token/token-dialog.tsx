import type { TokenType } from '@/features/temp-tokens/api/temp-token';
import type { HeldToken } from '@/features/temp-tokens/model/held-token';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { TokenPass } from './token-pass';
import { useToken } from './use-token';

type Props = {
  title: string;
  name: string;
  type: TokenType;
  first: HeldToken;
  onTaken: () => void;
  onClose: () => void;
};

/** Token dialog. */
export function TokenDialog({ title, name, type, first, onTaken, onClose }: Props) {
  const { token, busy, make } = useToken(type, first);
  return (
    <PanelDialog title={title} onClose={onClose}>
      {token && <TokenPass name={name} token={token} busy={busy} onAgain={make} onTaken={onTaken} />}
    </PanelDialog>
  );
}
