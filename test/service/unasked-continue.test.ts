import { createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSoapClient } from '../../src/service/index.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { createNodeFetch } from '../../src/signer/node/node-fetch.js';
import { CREDENTIALS, payment } from './soap-calls.js';

const MESSAGE =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  '<ProcessPaymentResponse xmlns="urn:Eve_1_4_4"><ProcessPaymentResult><ResponseCode>0</ResponseCode>' +
  '<TransactionNumber>1043</TransactionNumber></ProcessPaymentResult>' +
  '<response><ResponseCode>SUCCESS</ResponseCode></response></ProcessPaymentResponse></s:Body></s:Envelope>';

/** A server without HTTP of Node's, which says 100 as soon as it has read the head of a request. */
async function continuing(type: string, body: string): Promise<{ readonly url: string; readonly calls: () => number }> {
  let calls = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      const isNew = received === '';
      received += chunk.toString();
      if (isNew) {
        calls += 1;
        socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      }
      const [head = '', sent] = received.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (sent === undefined || sent.length < length) return;
      received = '';
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nSet-Cookie: ASP.NET_SessionId=a; path=/\r\n` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { readonly port: number };
  return { url: `http://127.0.0.1:${port}`, calls: () => calls };
}

const soap = (url: string, fetch?: ReturnType<typeof createNodeFetch>) =>
  createSoapClient({ endpoint: `${url}/service.asmx`, credentials: CREDENTIALS, ...(fetch && { fetch }) });

describe('a service that says 100 Continue without being asked', () => {
  it('is understood over createNodeFetch, by SOAP and REST', async () => {
    const service = await continuing('text/xml; charset=utf-8', MESSAGE);
    const client = soap(service.url, createNodeFetch());
    const call = () => client.processPayment({ txnReq: payment('order 1042') });
    expect(await call()).toMatchObject({ ResponseCode: '0', TransactionNumber: '1043' });
    // On the same connection, with the cookie.
    expect(await call()).toMatchObject({ ResponseCode: '0' });
    const answer = JSON.stringify({ APIResponse: { ResponseCode: 0, ResponseText: 'Success' } });
    const rest = createRestClient({
      baseUrl: (await continuing('application/json', answer)).url,
      ...CREDENTIALS,
      version: 'v3',
      fetch: createNodeFetch(),
    });
    await rest.status();
  });

  it("has an unknown outcome over Node's own fetch, and is called once", async () => {
    const service = await continuing('text/xml; charset=utf-8', MESSAGE);
    const failed = soap(service.url).processPayment({ txnReq: payment('order 1042') });
    await expect(failed).rejects.toMatchObject({
      code: 'service_unreachable',
      message: expect.stringContaining('use createNodeFetch() of florin-server/signer/node') as string,
    });
    expect(service.calls()).toBe(1);
  });
});
