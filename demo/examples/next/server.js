// @ts-check
/** The server of Next.js. It adds the address of the connection, which Next.js does not pass on to the signer. */
import { createServer } from 'node:http';
import { SERVER_LIMITS } from 'florin-server/signer/node';

const dev = process.argv.includes('--dev');
process.env.NODE_ENV ||= dev ? 'development' : 'production';
// Not before: Next.js reads the variable when it is loaded.
const { default: next } = await import('next');

const port = Number(process.env.PORT ?? 3000);
const app = next({ dev, hostname: 'localhost', port });
const handle = app.getRequestHandler();
await app.prepare();

/**
 * Requests for which Next.js answers 500. A cut upload is one of them: this shop takes no uploads.
 * @param {import('node:http').IncomingMessage} request
 */
function isMalformed({ url = '', method, headers }) {
  const isUpload = /^multipart\/form-data/i.test(headers['content-type'] ?? '');
  try {
    return method === 'TRACE' || isUpload || decodeURIComponent(url) === '*';
  } catch {
    return true;
  }
}

createServer(SERVER_LIMITS, (request, response) => {
  if (isMalformed(request)) return response.writeHead(400).end();
  // Replaces a header of this name that the client has sent.
  request.headers['x-client-address'] = request.socket.remoteAddress;
  return handle(request, response);
}).listen(port, process.env.HOST || '127.0.0.1', () => console.log(`shop at http://localhost:${port}/`));
