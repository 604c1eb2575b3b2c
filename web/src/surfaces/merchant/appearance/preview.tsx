import { i18n } from '@lingui/core';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { tonesQuery, type WholeConfig } from '@/features/site/api/site-config';
import {
  type PreviewChosen,
  type PreviewDraft,
  type PreviewPointing,
  type PreviewReady,
  previewFrame,
} from '@/shared/preview/protocol';
import { ChoiceBar } from '@/shared/ui/choice-bar';
import { tidied } from './config-schema';
import styles from './preview.module.css';

type Device = 'phone' | 'desktop';
type Scheme = PreviewDraft['scheme'];

/** Viewport of each device in pixels; the frame is scaled to fit. */
const sizes: Record<Device, { width: number; height: number }> = {
  phone: { width: 390, height: 780 },
  desktop: { width: 1280, height: 800 },
};

/** Milliseconds of inactivity before a draft is previewed. */
const rest = 350;

type Props = {
  draft: WholeConfig;
  device: Device;
  /** Called with the config path of the clicked element. */
  onChosen: (path: string) => void;
};

type Said = PreviewReady | PreviewChosen;

function said(data: unknown): Said | null {
  const { kind } = (data ?? {}) as Partial<Said>;
  return kind === 'suds:preview-ready' || kind === 'suds:preview-chosen' ? (data as Said) : null;
}

/** Draft after a pause in typing. */
function useRested(draft: WholeConfig): WholeConfig {
  const [rested, setRested] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setRested(draft), rest);
    return () => clearTimeout(timer);
  }, [draft]);
  return rested;
}

/** Live preview of the shop with the draft. */
export function Preview({ draft, device: suits, onChosen }: Props) {
  const [chosen, setChosen] = useState<Device | null>(null);
  const [scheme, setScheme] = useState<Scheme>('light');
  const [pointing, setPointing] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const device = chosen ?? suits;
  const shown = useRested(draft);
  const { data: tones } = useQuery(tonesQuery(shown.brand));
  const tell = (message: PreviewDraft | PreviewPointing) =>
    frame.current?.contentWindow?.postMessage(message, location.origin);
  const send = useEffectEvent(() => {
    if (tones) tell({ kind: 'suds:preview-draft', siteConfig: tidied(shown), tones, scheme });
  });
  const tellPointing = useEffectEvent(() => tell({ kind: 'suds:preview-pointing', on: pointing }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message depends on these
  useEffect(() => send(), [shown, tones, scheme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message depends on it
  useEffect(() => tellPointing(), [pointing]);
  const hear = useEffectEvent((word: Said) => {
    if (word.kind === 'suds:preview-chosen') return onChosen(String(word.path));
    tellPointing();
    send();
  });
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      const word = said(data);
      if (word && origin === location.origin && source === frame.current?.contentWindow) hear(word);
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  const { width, height } = sizes[device];
  return (
    <section className={styles.preview} aria-label={i18n._('Preview')}>
      <div className={styles.bar}>
        <ChoiceBar
          label={i18n._('Device')}
          choices={[
            { value: 'phone', label: i18n._({ id: 'device|Phone', message: 'Phone' }) },
            { value: 'desktop', label: i18n._('Desktop') },
          ]}
          value={device}
          onChange={setChosen}
        />
        <ChoiceBar
          label={i18n._('Theme')}
          choices={[
            { value: 'light', label: i18n._('Light') },
            { value: 'dark', label: i18n._('Dark') },
          ]}
          value={scheme}
          onChange={setScheme}
        />
        <FormControlLabel
          className={styles.pointing ?? ''}
          label={i18n._('Click anything to edit it')}
          control={<Switch checked={pointing} onChange={(event) => setPointing(event.target.checked)} />}
        />
      </div>
      <div className={styles.stage} data-device={device} style={{ aspectRatio: `${width} / ${height}` }}>
        <iframe
          // The shop chooses its shell at the start.
          key={device}
          ref={frame}
          name={previewFrame}
          title={i18n._('Shop preview')}
          src="/"
          style={{ width, height, '--shown-width': `${width}px` } as React.CSSProperties}
        />
      </div>
    </section>
  );
}
