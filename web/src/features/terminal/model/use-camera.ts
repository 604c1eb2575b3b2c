import { type RefObject, useEffect, useRef, useState } from 'react';
import { oneOf, stored, useStored } from '@/shared/lib/stored';
import { codeReader } from './code-reader';
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

async function open(video: HTMLVideoElement, side: CameraSide): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const media = navigator.mediaDevices;
  if (!media) throw new DOMException('There is no camera here.', 'NotFoundError');
  const stream = await media.getUserMedia({ video: { facingMode: { ideal: side }, ...size }, audio: false });
  video.srcObject = stream;
  await video.play();
  return stream;
}

const close = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** Shows a camera in `video` and reports each code once. False if no camera is available. */
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
    let gone = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const watch = async () => {
      const [read, opened] = await Promise.all([codeReader(), open(element, side)]);
      stream = opened;
      if (gone) return close(stream);
      setWorks(true);
      seen.resume(performance.now());
      const look = async () => {
        const text = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await read(element) : null;
        if (gone) return;
        if (text && seen.see(text, performance.now())) heard.current(text);
        timer = setTimeout(look, every);
      };
      await look();
    };
    watch().catch(() => {
      close(stream);
      if (!gone) setWorks(false);
    });
    return () => {
      gone = true;
      clearTimeout(timer);
      close(stream);
    };
  }, [video, side]);
  return works;
}
