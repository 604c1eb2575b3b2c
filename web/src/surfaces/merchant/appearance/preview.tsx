import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { tonesQuery, type WholeConfig } from '@/features/site/api/site-config';
import { type PreviewDraft, previewFrame } from '@/shared/preview/protocol';
import { ChoiceBar } from '@/shared/ui/choice-bar';
import styles from './preview.module.css';

type Device = 'phone' | 'desktop';
type Scheme = PreviewDraft['scheme'];

/** Pixels that each device shows; the frame is scaled down to the room there is. */
const sizes: Record<Device, { width: number; height: number }> = {
  phone: { width: 390, height: 780 },
  desktop: { width: 1280, height: 800 },
};

/** How long a draft must rest before it is shown. */
const rest = 350;

type Props = { draft: WholeConfig; device: Device };

function isReady(data: unknown): boolean {
  return (data as { kind?: unknown } | null)?.kind === 'suds:preview-ready';
}

/** The draft once nothing was typed for a while. */
function useRested(draft: WholeConfig): WholeConfig {
  const [rested, setRested] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setRested(draft), rest);
    return () => clearTimeout(timer);
  }, [draft]);
  return rested;
}

/** The shop itself, as the draft would make it. */
export function Preview({ draft, device: suits }: Props) {
  const [chosen, setChosen] = useState<Device | null>(null);
  const [scheme, setScheme] = useState<Scheme>('light');
  const frame = useRef<HTMLIFrameElement>(null);
  const device = chosen ?? suits;
  const shown = useRested(draft);
  const { data: tones } = useQuery(tonesQuery(shown.brand));
  const send = useEffectEvent(() => {
    if (!tones) return;
    const message: PreviewDraft = { kind: 'suds:preview-draft', siteConfig: shown, tones, scheme };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent changes with these
  useEffect(() => send(), [shown, tones, scheme]);
  useEffect(() => {
    const answer = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && isReady(data)) send();
    };
    addEventListener('message', answer);
    return () => removeEventListener('message', answer);
  }, []);
  const { width, height } = sizes[device];
  return (
    <section className={styles.preview} aria-label={i18n._('Preview')}>
      <div className={styles.bar}>
        <ChoiceBar
          label={i18n._('Device')}
          choices={[
            { value: 'phone', label: i18n._('Phone') },
            { value: 'desktop', label: i18n._('Desktop') },
          ]}
          value={device}
          onChange={setChosen}
        />
        <ChoiceBar
          label={i18n._('Scheme')}
          choices={[
            { value: 'light', label: i18n._('Light') },
            { value: 'dark', label: i18n._('Dark') },
          ]}
          value={scheme}
          onChange={setScheme}
        />
      </div>
      <div className={styles.stage} data-device={device} style={{ aspectRatio: `${width} / ${height}` }}>
        <iframe
          // The shop chooses its shell once, as it starts.
          key={device}
          ref={frame}
          name={previewFrame}
          title={i18n._('The shop, as it would be')}
          src={device === 'phone' ? '/#mobile' : '/'}
          style={{ width, height, '--shown-width': `${width}px` } as React.CSSProperties}
        />
      </div>
    </section>
  );
}
