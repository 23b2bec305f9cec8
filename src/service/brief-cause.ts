/**
 * The cause of a failed `fetch`, without quotations. Node's HTTP parser keeps the bytes that it could not parse, and a
 * custom fetch may put the whole request into its message; a log would then contain a card number or the credentials. So a
 * cause has only the names and codes of its chain (`TypeError, Error ECONNREFUSED`), and whether a connection that was open
 * has failed (`Error EHOSTUNREACH read`).
 */

const CHAIN_LENGTH = 5;

function kindOf(error: object): string {
  const { name, code, syscall } = error as { name?: unknown; code?: unknown; syscall?: unknown };
  const kind = typeof name === 'string' && /^[A-Za-z]{1,40}$/.test(name) ? name : 'Error';
  if (typeof code !== 'string' || !/^[A-Z][A-Z_]{1,40}$/.test(code)) return kind;
  return syscall === 'read' || syscall === 'write' ? `${kind} ${code} ${syscall}` : `${kind} ${code}`;
}

/** Creates a new error from the names and codes of an error and its causes. */
export function briefCause(error: unknown): Error {
  const kinds: string[] = [];
  let link = error;
  while (typeof link === 'object' && link !== null && kinds.length < CHAIN_LENGTH) {
    kinds.push(kindOf(link));
    link = (link as { cause?: unknown }).cause;
  }
  return new Error(kinds.length === 0 ? 'unknown' : kinds.join(', '));
}
