/** Uploads a body and reports the progress, which `fetch` cannot. */
import type { OfficeApi } from '../sandbox/backoffice/api.js';
import { BASE, NO_ANSWER, OfficeError, readRefusal } from './office-client.js';

type Upload = 'POST /batches' | 'POST /lookups';

/** @throws OfficeError */
export function upload<Name extends Upload>(
  name: Name,
  body: OfficeApi[Name]['body'],
  onProgress: (percent: number) => void,
): Promise<OfficeApi[Name]['answer']> {
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
      if (status === 200) resolve(JSON.parse(responseText) as OfficeApi[Name]['answer']);
      else void readRefusal(new Response(responseText, { status })).then(reject);
    });
    request.send(JSON.stringify(body));
  });
}
