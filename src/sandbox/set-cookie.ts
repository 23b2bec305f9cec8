/** `Set-Cookie` of a response. A browser's `Response` drops this header, so a sandbox in a browser reads it here. */

const cookies = new WeakMap<Response, string>();

/** Adds a cookie to a response, if there is one. */
export function withSetCookie(response: Response, cookie: string | undefined): Response {
  if (cookie === undefined) return response;
  response.headers.set('Set-Cookie', cookie);
  cookies.set(response, cookie);
  return response;
}

export function setCookieOf(response: Response): string | undefined {
  return cookies.get(response);
}
