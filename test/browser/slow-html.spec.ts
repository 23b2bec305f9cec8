/** The HTML of a payment page comes in small parts, and nothing that is drawn moves when the next part comes. */
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from './demo-test.js';
import { unasked, watchShifts } from './layout-shifts.js';

/** Each part ends with a tag, so the page is drawn at many stages: with an element and without the next. */
const partsOf = (page: string): readonly string[] => page.match(/[^]{0,90}[^>]*>?/g) ?? [];
/** Each part after the head gets a frame of its own, in milliseconds. */
const PAUSE_MS = 25;

/** Serves the pages at `target` in parts, and everything else at once. */
async function serveInParts(target: string) {
  const { host, hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host, 'accept-encoding': 'identity' };
    const { method, url: path } = request;
    const onward = ask({ hostname, port, method, path, headers }, (answer) => {
      const { 'content-length': length, ...rest } = answer.headers;
      if (!/html/.test(rest['content-type'] ?? '')) {
        response.writeHead(answer.statusCode ?? 500, { ...rest, ...(length && { 'content-length': length }) });
        return void answer.pipe(response);
      }
      void answer.toArray().then(async (chunks: readonly Buffer[]) => {
        response.writeHead(answer.statusCode ?? 500, rest);
        const [head = '', body = ''] = Buffer.concat(chunks)
          .toString()
          .split(/(?=<body)/);
        response.write(head);
        for (const part of partsOf(body)) {
          response.write(part);
          await wait(PAUSE_MS);
        }
        response.end();
      });
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => (server.closeAllConnections(), server.close()),
  };
}

for (const width of [360, 1280]) {
  for (const way of ['page', 'redirect']) {
    test(`nothing moves while the page of /${way} is received, ${width} wide`, async ({ shop, page, demo }) => {
      const shifts = await watchShifts(page);
      const order = await shop.beginOrder();
      const parts = await serveInParts(demo.shopUrl);
      await page.setViewportSize({ width, height: 740 });
      await page.goto(`${parts.url}/checkout/${order}/${way}`);
      await expect(page.getByRole('complementary', { name: 'Developer bar' })).toBeAttached();
      expect(unasked(await shifts())).toEqual([]);
      parts.close();
    });
  }
}
