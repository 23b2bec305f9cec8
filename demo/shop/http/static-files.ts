/** Serves static files. The shop reads them when it starts, so a path in a URL cannot reach any other file. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.ts': 'text/plain; charset=utf-8',
};

interface StaticFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly etag: string;
}

/** Reads every file in `folder` with a known type. */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const body = new Uint8Array(readFileSync(file));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    files.set(file.slice(join(folder, sep).length).split(sep).join('/'), { body, type, etag });
  }
  return files;
}

/** Serves one file, or returns undefined if it does not exist. */
export function serveFile(
  files: ReadonlyMap<string, StaticFile>,
  name: string,
  request: Request,
): Response | undefined {
  const file = files.get(name);
  if (!file) return undefined;
  const headers = { 'Content-Type': file.type, 'Cache-Control': 'no-cache', ETag: file.etag };
  if (request.headers.get('If-None-Match') === file.etag) return new Response(null, { status: 304, headers });
  return new Response(file.body, { headers });
}
