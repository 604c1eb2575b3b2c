import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type DragEvent, useId, useState } from 'react';
import { uploadPicture, uploadsQuery } from '@/features/site/api/uploads';
import { saidOr } from '@/shared/api/api-error';
import { Icon } from '@/shared/ui/icon';
import { PanelDialog } from '@/shared/ui/panel-dialog';
import { QueryView } from '@/shared/ui/query-view';
import { Skeleton } from '@/shared/ui/skeleton';
import { isVideo, Media } from './media';
import styles from './pictures-dialog.module.css';

export type MediaKind = 'picture' | 'video';

type Props = { kind: MediaKind; onChosen: (url: string) => void; onClose: () => void };

const accepted: Record<MediaKind, string> = {
  picture: '.svg,.png,.jpg,.jpeg,.webp,image/svg+xml,image/png,image/jpeg,image/webp',
  video: '.mp4,video/mp4',
};

/** Takes a file by a press or by a drop, and says how far it is. */
function Drop({ kind, onUploaded }: { kind: MediaKind; onUploaded: (url: string) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [share, setShare] = useState(0);
  const { mutateAsync, isPending, error } = useMutation(uploadPicture());
  const take = async (file: File | undefined) => {
    if (!file || isPending) return;
    setShare(0);
    const url = await mutateAsync({ file, onProgress: setShare }).catch(() => undefined);
    if (url) onUploaded(url);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
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
          ? i18n._('Uploading, {percent} %', { percent })
          : i18n._('Drop a file here, or press to choose one')}
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept={accepted[kind]}
          disabled={isPending}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {isPending && (
        <progress className={styles.progress} max={100} value={percent} aria-label={i18n._('Upload')} />
      )}
      {error && (
        <p className={styles.error} role="alert">
          {saidOr(error, i18n._('Failed to upload'))}
        </p>
      )}
    </div>
  );
}

/** What the site has, to choose one of, and the way to add to it. */
export function PicturesDialog({ kind, onChosen, onClose }: Props) {
  const uploads = useQuery(uploadsQuery());
  const fits = (url: string) => isVideo(url) === (kind === 'video');
  return (
    <PanelDialog
      title={kind === 'video' ? i18n._('Choose a video') : i18n._('Choose a picture')}
      onClose={onClose}
    >
      <Drop kind={kind} onUploaded={onChosen} />
      <QueryView
        query={uploads}
        skeleton={<Skeleton count={3} height={84} />}
        failed={i18n._('Unable to get the pictures')}
      >
        {(items) => (
          <ul className={styles.grid}>
            {items
              .filter(({ url }) => fits(url))
              .map(({ url }, index) => (
                <li key={url}>
                  <button
                    type="button"
                    className={styles.choice}
                    aria-label={
                      kind === 'video'
                        ? i18n._('Video {number}', { number: index + 1 })
                        : i18n._('Picture {number}', { number: index + 1 })
                    }
                    onClick={() => onChosen(url)}
                  >
                    <Media url={url} />
                  </button>
                </li>
              ))}
          </ul>
        )}
      </QueryView>
    </PanelDialog>
  );
}
