import { flag, stored, useStored } from '@/shared/lib/stored';

const choice = stored('terminal-sounds', flag);

/** Frequencies in hertz, played in sequence. */
const tunes = {
  /** Code scanned. */
  read: [880],
  good: [660, 880, 1320],
  bad: [220, 165],
} satisfies Record<string, number[]>;

/** Duration of a tone in seconds. */
const length = 0.14;

let context: AudioContext | undefined;

/**
 * Plays a sound for a result. Browsers that block audio before the first interaction stay silent until then.
 */
export function play(tune: keyof typeof tunes) {
  if (choice.read() === false || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
  const { currentTime, destination } = context;
  for (const [index, frequency] of tunes[tune].entries()) {
    const starts = currentTime + index * length;
    const tone = new OscillatorNode(context, { frequency, type: tune === 'bad' ? 'square' : 'sine' });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, starts);
    loudness.gain.linearRampToValueAtTime(tune === 'bad' ? 0.15 : 0.4, starts + 0.01);
    loudness.gain.linearRampToValueAtTime(0, starts + length);
    tone.connect(loudness).connect(destination);
    tone.start(starts);
    tone.stop(starts + length);
  }
}

export function useSounds(): [boolean, (on: boolean) => void] {
  return [useStored(choice) ?? true, choice.write];
}
