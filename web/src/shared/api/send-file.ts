import { i18n } from '@lingui/core';
import { ApiError } from './api-error';
import { readEnvelope } from './envelope';
import { baseHeaders } from './headers';
import { refreshSession } from './refresh';
import { currentTokens } from './session';

type Way = {
  /** Size limit in bytes; larger files aren't sent. */
  most: number;
  /** Called with the uploaded fraction, 0 to 1. */
  onProgress?: (share: number) => void;
};

function offline(): ApiError {
  return new ApiError(i18n._('The Internet connection appears to be offline.'), { status: 0 });
}

/**
 * File above the size limit. Checked first, because an early error response may be lost during the upload.
 */
export class FileTooLarge extends ApiError {
  readonly bytes: number;
  readonly most: number;

  constructor(bytes: number, most: number) {
    super(`${bytes} bytes, of ${most} at most`, { status: 413, code: 'too_large', silent: true });
    this.name = 'FileTooLarge';
    this.bytes = bytes;
    this.most = most;
  }
}

/** Single attempt. `XMLHttpRequest` is needed for upload progress. */
function send(path: string, file: File, token: string | undefined, { onProgress }: Way): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(baseHeaders())) request.setRequestHeader(name, value);
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onload = () => {
      const { status, responseText } = request;
      const id = request.getResponseHeader('X-Request-Id');
      resolve(new Response(responseText, { status, headers: id ? { 'X-Request-Id': id } : {} }));
    };
    request.onerror = () => reject(offline());
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

/** Uploads a file as a form with progress. No timeout while it makes progress. */
export async function sendFile<T>(path: string, file: File, way: Way): Promise<T> {
  if (file.size > way.most) throw new FileTooLarge(file.size, way.most);
  const token = currentTokens()?.accessToken;
  const answer = await send(path, file, token, way);
  if (answer.status !== 401 || !token) return readEnvelope<T>(answer);
  const outcome = await refreshSession(token);
  if (outcome !== 'fresh') return readEnvelope<T>(answer);
  return readEnvelope<T>(await send(path, file, currentTokens()?.accessToken, way));
}
