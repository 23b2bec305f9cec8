/** Uploads a file and reports the progress, which `fetch` cannot. */
import type { FileUpload, UploadedFile } from '../sandbox/backoffice/data-api.js';
import { BASE, NO_ANSWER, OfficeError, readRefusal } from './office-client.js';

/** @throws OfficeError */
export function upload(
  name: 'POST /batches' | 'POST /lookups',
  body: FileUpload,
  onProgress: (percent: number) => void,
): Promise<UploadedFile> {
  const [method = '', path = ''] = name.split(' ');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, BASE + path);
    request.setRequestHeader('Content-Type', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(Math.floor((100 * loaded) / total));
    });
    request.addEventListener('error', () => reject(new OfficeError(0, NO_ANSWER)));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status === 200) resolve(JSON.parse(responseText) as UploadedFile);
      else void readRefusal(new Response(responseText, { status })).then(reject);
    });
    request.send(JSON.stringify(body));
  });
}
