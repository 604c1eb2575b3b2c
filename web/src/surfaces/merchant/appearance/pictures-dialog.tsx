import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type DragEvent, useEffect, useId, useState } from 'react';
import { uploadPicture, uploadsQuery } from '@/features/site/api/uploads';
import { Icon } from '@/shared/ui/icon';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { fileFailure } from '../components/file-failure';
import { isVideo, Media } from './media';
import styles from './pictures-dialog.module.css';

export type MediaKind = 'picture' | 'video';

type Props = { kind: MediaKind; onChosen: (url: string) => void; onClose: () => void };

const accepted: Record<MediaKind, string> = {
  picture: '.svg,.png,.jpg,.jpeg,.webp,image/svg+xml,image/png,image/jpeg,image/webp',
  video: '.mp4,video/mp4',
};

/** Accepted formats, as text. */
const kinds: Record<MediaKind, () => string> = {
  picture: () => i18n._('SVG up to 1 MB; PNG, JPEG and WebP up to 12 MB'),
  video: () => i18n._('MP4 up to 32 MB'),
};

const suits = (kind: MediaKind, url: string) => isVideo(url) === (kind === 'video');

/** Prevents the browser from opening files dropped outside the target. */
function useNoStrayDrop() {
  useEffect(() => {
    const hold = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    for (const move of ['dragover', 'drop'] as const) addEventListener(move, hold);
    return () => {
      for (const move of ['dragover', 'drop'] as const) removeEventListener(move, hold);
    };
  }, []);
}

/** Uploads files by click or drop, with progress. A single suitable file is selected as well. */
function Drop({ kind, onUploaded }: { kind: MediaKind; onUploaded: (url: string) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [share, setShare] = useState(0);
  const [refused, setRefused] = useState<string[]>([]);
  const { mutateAsync } = useMutation(uploadPicture());
  const [isPending, setPending] = useState(false);
  useNoStrayDrop();

  /** Reason why an upload failed; undefined on success. */
  const upload = async (file: File, ofMany: boolean, onProgress: (share: number) => void) => {
    try {
      const url = await mutateAsync({ file, onProgress });
      if (!url || ofMany) return null;
      if (suits(kind, url)) onUploaded(url);
      else return kind === 'video' ? i18n._("This file isn't a video.") : i18n._("This file isn't an image.");
    } catch (error) {
      return fileFailure(error, '');
    }
    return null;
  };
  const take = async (files: File[]) => {
    if (isPending) return;
    setPending(true);
    setRefused([]);
    for (const [index, file] of files.entries()) {
      const why = await upload(file, files.length > 1, (share) => setShare((index + share) / files.length));
      if (why !== null) setRefused((before) => [...before, [file.name, why].filter(Boolean).join(': ')]);
    }
    setPending(false);
    setShare(0);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  const percent = Math.round(share * 100);
  return (
    <div>
      <label
        htmlFor={id}
        className={styles.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="plus" />
        {isPending
          ? i18n._('Uploading… {percent}%', { percent })
          : i18n._('Drop a file here or click to upload')}
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept={accepted[kind]}
          multiple
          disabled={isPending}
          onChange={(event) => {
            void take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
      </label>
      <p className={styles.taken}>{kinds[kind]()}</p>
      {isPending && (
        <progress className={styles.progress} max={100} value={percent} aria-label={i18n._('Upload')} />
      )}
      {refused.length > 0 && (
        <div className={styles.error} role="alert">
          <strong>{i18n._('Failed to upload')}</strong>
          {refused.map((why) => (
            <p key={why}>{why}</p>
          ))}
        </div>
      )}
    </div>
  );
}

/** Media library to choose from, with an upload button. */
export function PicturesDialog({ kind, onChosen, onClose }: Props) {
  const uploads = useQuery(uploadsQuery());
  return (
    <PanelDialog title={kind === 'video' ? i18n._('Select video') : i18n._('Select image')} onClose={onClose}>
      <Drop kind={kind} onUploaded={onChosen} />
      <QueryView
        query={uploads}
        skeleton={<Skeleton count={3} height={84} />}
        failed={i18n._("Couldn't load images")}
      >
        {(items) => {
          const choices = items.filter(({ url }) => suits(kind, url));
          if (choices.length === 0) {
            return <p>{kind === 'video' ? i18n._('No videos yet') : i18n._('No images yet')}</p>;
          }
          return (
            <ul className={styles.grid}>
              {choices.map(({ url }, index) => (
                <li key={url}>
                  <button
                    type="button"
                    className={styles.choice}
                    aria-label={
                      kind === 'video'
                        ? i18n._('Video {number}', { number: index + 1 })
                        : i18n._('Image {number}', { number: index + 1 })
                    }
                    onClick={() => onChosen(url)}
                  >
                    <Media url={url} />
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryView>
    </PanelDialog>
  );
}
