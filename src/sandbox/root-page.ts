/** The sandbox's start page for people, and its health check for programs. */

const TEXT = `This is a Florin sandbox: a simulated payment service for tests. No bank is asked and no money moves.

REST interface: /webapi/v2 and /webapi/v3
Its reference: /openapi/ (OpenAPI 3.1: /openapi/v2.json and /openapi/v3.json)
`;

/**
 * Answers `GET /` and `GET /health`, and undefined for other requests.
 *
 * @param checkStore rejects when the database is unavailable
 */
export async function answerRootPage(
  request: Request,
  path: string,
  checkStore: () => Promise<unknown>,
): Promise<Response | undefined> {
  if (request.method !== 'GET') return undefined;
  if (path === '/') return new Response(TEXT, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  if (path === '/health') return answerHealth(checkStore);
  return undefined;
}

async function answerHealth(checkStore: () => Promise<unknown>): Promise<Response> {
  try {
    await checkStore();
    return Response.json({ status: 'ok' });
  } catch {
    return Response.json({ status: 'database_failed' }, { status: 503 });
  }
}
