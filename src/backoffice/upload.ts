/** Uploads a file and reports the progress, which `fetch` cannot. */
import type { FileUpload, UploadedFile } from '../sandbox/backoffice/data-api.js';
import type { Intent } from './intent.js';
import { BASE, noAnswer, readRefusal } from './office-client.js';

interface Upload {
  readonly name: 'POST /batches' | 'POST /lookups';
  readonly body: FileUpload;
  readonly intent: Intent;
}

/** @throws OfficeError */
export function upload({ name, body, intent }: Upload, onProgress: (percent: number) => void): Promise<UploadedFile> {
  const [method = '', path = ''] = name.split(' ');
  const send = (key: string): Promise<UploadedFile> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, BASE + path);
      request.setRequestHeader('Content-Type', 'application/json');
      request.setRequestHeader('Idempotency-Key', key);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onProgress(Math.floor((100 * loaded) / total));
      });
      request.addEventListener('error', () => reject(noAnswer(true)));
      request.addEventListener('load', () => {
        const { status, responseText } = request;
        if (status === 200) resolve(JSON.parse(responseText) as UploadedFile);
        else void readRefusal(new Response(responseText, { status }), true).then(reject);
      });
      request.send(JSON.stringify(body));
    });
  return intent.run(send);
}
