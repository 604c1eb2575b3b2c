import { type RefObject, useEffect, useRef, useState } from 'react';
import { oneOf, stored, useStored } from '@/shared/lib/stored';
import { type CodeReader, codeReader } from './code-reader';
import { sightings } from './sightings';

const choice = stored('terminal-camera', oneOf('environment', 'user', 'off'));

/** Rear camera of a phone, front camera of a tablet, or none. */
export type CameraSide = 'environment' | 'user' | 'off';

export function useCameraSide(): [CameraSide, (side: CameraSide) => void] {
  return [useStored(choice) ?? 'environment', choice.write];
}

/** Milliseconds between two frames. */
const every = 150;

// A code that was visible when the camera turned off may still be there.
const seen = sightings();

const close = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

async function open(video: HTMLVideoElement, side: CameraSide): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const media = navigator.mediaDevices;
  if (!media) throw new DOMException('There is no camera here.', 'NotFoundError');
  const stream = await media.getUserMedia({ video: { facingMode: { ideal: side }, ...size }, audio: false });
  video.srcObject = stream;
  await video.play().catch((error) => {
    close(stream);
    throw error;
  });
  return stream;
}

/** Rejected frames in a row after which the camera is opened again. */
const patience = 20;

/** Milliseconds between two attempts to open a camera that worked before. */
const reopens = 3_000;

/**
 * Shows a camera in `video` and reports each code once. False if no camera is available. A camera that was
 * disconnected or stopped is opened again.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  side: CameraSide,
  tell: (text: string) => void,
) {
  const [works, setWorks] = useState(true);
  const heard = useRef(tell);
  heard.current = tell;
  useEffect(() => {
    const element = video.current;
    if (!element || side === 'off') return;
    const ended = new AbortController();
    const { signal } = ended;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout>;
    let worked = false;
    let isOpening = false;
    let rejected = 0;
    const lose = () => {
      clearTimeout(timer);
      close(stream);
      stream = undefined;
      if (signal.aborted) return;
      setWorks(false);
      // Without permission, every attempt would ask for it again.
      if (worked) timer = setTimeout(start, reopens);
    };
    const look = async (read: CodeReader, mine: MediaStream) => {
      const isReady = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
      const text = isReady ? await read(element).catch(() => undefined) : null;
      if (signal.aborted || stream !== mine) return;
      rejected = text === undefined ? rejected + 1 : 0;
      if (rejected >= patience) return lose();
      if (text && seen.see(text, performance.now())) heard.current(text);
      timer = setTimeout(() => void look(read, mine), every);
    };
    const watch = async () => {
      const read = await codeReader();
      const opened = await open(element, side).finally(() => {
        isOpening = false;
      });
      if (signal.aborted) return close(opened);
      stream = opened;
      for (const track of opened.getTracks()) track.addEventListener('ended', lose, { once: true, signal });
      worked = true;
      rejected = 0;
      setWorks(true);
      seen.resume(performance.now());
      await look(read, opened);
    };
    function start() {
      if (isOpening || stream) return;
      isOpening = true;
      watch().catch(lose);
    }
    // A camera was plugged in.
    navigator.mediaDevices?.addEventListener?.('devicechange', start, { signal });
    start();
    return () => {
      ended.abort();
      clearTimeout(timer);
      close(stream);
    };
  }, [video, side]);
  return works;
}
