import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useCamera } from './use-camera';

const code = '104822597316';

class Track extends EventTarget {
  stop = vi.fn();
}

let tracks: Track[] = [];
let detect: () => Promise<{ rawValue: string }[]>;
const seen: string[] = [];
let works = true;

function Camera() {
  const video = useRef<HTMLVideoElement>(null);
  works = useCamera(video, 'user', (text) => seen.push(text));
  // biome-ignore lint/a11y/useMediaCaption: a camera has no captions.
  return <video ref={video} />;
}

beforeEach(() => {
  vi.useFakeTimers();
  [tracks, works] = [[], true];
  seen.length = 0;
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = () => detect();
    },
  );
  const getUserMedia = async () => {
    const track = new Track();
    tracks.push(track);
    return { getTracks: () => [track] };
  };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  Object.defineProperty(HTMLMediaElement, 'HAVE_CURRENT_DATA', { configurable: true, value: 2 });
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4);
  vi.spyOn(HTMLVideoElement.prototype, 'srcObject', 'set').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('continues after a rejected frame', async () => {
  let frame = 0;
  detect = async () => {
    frame += 1;
    if (frame === 2) throw new DOMException('Source not ready.', 'InvalidStateError');
    return frame > 3 ? [{ rawValue: code }] : [];
  };
  render(<Camera />);
  await pass(1000);
  expect(seen).toEqual([code]);
  expect(tracks).toHaveLength(1);
});

it('opens a camera again that was disconnected', async () => {
  detect = async () => [];
  render(<Camera />);
  await pass(1000);
  act(() => void tracks[0]?.dispatchEvent(new Event('ended')));
  expect(works).toBe(false);
  await pass(4000);
  expect(works).toBe(true);
  expect(tracks).toHaveLength(2);
});

it('opens a camera again whose frames are all rejected', async () => {
  detect = async () => {
    throw new DOMException('No service.', 'NotSupportedError');
  };
  render(<Camera />);
  await pass(10_000);
  expect(tracks.length).toBeGreaterThan(1);
  expect(tracks[0]?.stop).toHaveBeenCalled();
});
