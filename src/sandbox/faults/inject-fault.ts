/** Applies an injected fault to a call. */
import { DroppedConnection } from '../fault.js';
import type { FaultRule } from './fault-rules.js';

function errorPage(status: number): Response {
  const page = `<html><head><title>${status}</title></head><body><h1>Server Error</h1></body></html>\n`;
  return new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** Returns half of a response. Its length is that of the half, so that the client does not wait for the rest. */
async function halve(response: Response): Promise<Response> {
  const whole = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(whole.slice(0, Math.floor(whole.length / 2)), { status: response.status, headers });
}

/**
 * Answers a call with its fault.
 *
 * @param answer runs the call
 * @param wait waits so many seconds by the sandbox's clock
 * @throws DroppedConnection when the fault drops the connection
 */
export async function injectFault(
  { kind, seconds, status }: FaultRule,
  answer: () => Promise<Response>,
  wait: (seconds: number) => Promise<void>,
): Promise<Response> {
  switch (kind) {
    case 'delay': {
      const response = await answer();
      await wait(seconds);
      return response;
    }
    case 'drop_before':
      throw new DroppedConnection();
    case 'timeout_before':
      await wait(seconds);
      throw new DroppedConnection();
    case 'error_before':
      return errorPage(status);
    case 'drop_after':
      await answer();
      throw new DroppedConnection();
    case 'timeout_after':
      await answer();
      await wait(seconds);
      throw new DroppedConnection();
    case 'error_after':
      await answer();
      return errorPage(status);
    case 'malformed':
      return halve(await answer());
  }
}
