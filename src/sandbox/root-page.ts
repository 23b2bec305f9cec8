/** The sandbox's home page for people, a short text for programs, and the health check. */

const TEXT = `This is a Florin sandbox: a simulated payment service for tests. No bank is asked and no money moves.

REST interface: /webapi/v2 and /webapi/v3
Its reference: /openapi/ (OpenAPI 3.1: /openapi/v2.json and /openapi/v3.json)
Back office: /backoffice
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
  if (path === '/') return answerHome(request, checkStore);
  if (path === '/health') return answerHealth(checkStore);
  return undefined;
}

async function answerHome(request: Request, checkStore: () => Promise<unknown>): Promise<Response> {
  const wantsPage = /\btext\/html\b/.test(request.headers.get('accept') ?? '');
  if (!wantsPage) {
    return new Response(TEXT, { headers: { 'Content-Type': 'text/plain; charset=utf-8', Vary: 'Accept' } });
  }
  const { homePage } = await import('./pages/home-page.js');
  return homePage(await isUp(checkStore));
}

async function isUp(checkStore: () => Promise<unknown>): Promise<boolean> {
  try {
    await checkStore();
    return true;
  } catch {
    return false;
  }
}

/** Answers `GET /ready`: 200 when the store answers, 503 otherwise. Faults of the service do not affect it. */
export async function answerReady(checkStore: () => Promise<unknown>): Promise<Response> {
  const isReady = await isUp(checkStore);
  return Response.json(
    { status: isReady ? 'ready' : 'database_failed' },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}

async function answerHealth(checkStore: () => Promise<unknown>): Promise<Response> {
  if (await isUp(checkStore)) return Response.json({ status: 'ok' });
  return Response.json({ status: 'database_failed' }, { status: 503 });
}
