// @ts-check
/** The server of the build. Astro takes the client's address from a header that any client can send: here it is replaced. */
import { createServer } from 'node:http';
import { SERVER_LIMITS } from 'florin-server/signer/node';

process.env.ASTRO_NODE_AUTOSTART = 'disabled';
const { handler } = await import('./dist/server/entry.mjs');

const { PORT, HOST, FLORIN_CLIENT_HEADER } = process.env;
const port = Number(PORT ?? 3000);
// The signer reads this header itself if it is that of your proxy.
const isProxied = FLORIN_CLIENT_HEADER?.toLowerCase() === 'x-forwarded-for';

createServer(SERVER_LIMITS, (request, response) => {
  // Astro's `Request` cannot have this method.
  if (request.method === 'TRACE') return response.writeHead(405).end();
  if (!isProxied) request.headers['x-forwarded-for'] = request.socket.remoteAddress;
  return handler(request, response);
}).listen(port, HOST || '127.0.0.1', () => console.log(`shop at http://localhost:${port}/`));
