/**
 * What a power cut leaves of a process's files, worked out from what the process asked the system for: `strace` writes
 * down each write and each sync, and a file is then what was written to it up to its last sync. That is the worst disk there
 * is: a real one keeps some of the rest as well.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Whether `strace` is there and may trace. */
export function canTrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

/** Put in front of a command: its main thread, where SQLite works and answers are sent, is written down in the file. */
export function tracing(file: string): readonly string[] {
  const calls = 'trace=pwrite64,ftruncate,fdatasync,fsync,write,writev,sendto';
  return ['strace', '-D', '-y', '-xx', '-s', '1000000', '-o', file, '-e', calls];
}

/** What the process did, in its order. */
export type Step =
  | { readonly do: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly do: 'cut'; readonly file: string; readonly length: number }
  | { readonly do: 'sync'; readonly file: string }
  | { readonly do: 'send'; readonly text: string };

const CALL = /^(?<name>\w+)\((?<fd>\d+)<(?<path>[^>]*)>(?:, )?(?<rest>.*)\)\s+= (?<result>-?\d+)/;
const TEXTS = /"((?:\\x[\da-f]{2})*)"/g;

/** @throws RangeError where strace has left a part of a write out */
export function readTrace(text: string): readonly Step[] {
  return text.split('\n').flatMap((line): Step[] => {
    const { name = '', path = '', rest = '', result = '' } = CALL.exec(line)?.groups ?? {};
    if (name === '' || result.startsWith('-')) return [];
    const file = basename(path.startsWith('\\x') ? readHex(path).toString() : path);
    const bytes = Buffer.concat([...rest.matchAll(TEXTS)].map(([, hex = '']) => readHex(hex)));
    switch (name) {
      case 'pwrite64':
        if (bytes.length < Number(result)) throw new RangeError(`strace has left a part of a write to ${file} out`);
        return [
          { do: 'write', file, at: Number(/, (\d+)$/.exec(rest)?.[1]), bytes: bytes.subarray(0, Number(result)) },
        ];
      case 'ftruncate':
        return [{ do: 'cut', file, length: Number(rest) }];
      case 'fsync':
      case 'fdatasync':
        return [{ do: 'sync', file }];
      default:
        return [{ do: 'send', text: bytes.toString() }];
    }
  });
}

function readHex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}

/** Files as they are on a disk that writes nothing down before it must. */
export class LazyDisk {
  readonly #files = new Map<string, { synced: Buffer; waiting: Exclude<Step, { do: 'send' | 'sync' }>[] }>();
  /** How many syncs a file has had. */
  readonly syncs = new Map<string, number>();

  take(step: Step): void {
    if (step.do === 'send') return;
    const file = this.#files.get(step.file) ?? { synced: Buffer.alloc(0), waiting: [] };
    this.#files.set(step.file, file);
    if (step.do !== 'sync') {
      file.waiting.push(step);
      return;
    }
    for (const each of file.waiting) file.synced = change(file.synced, each);
    file.waiting = [];
    this.syncs.set(step.file, (this.syncs.get(step.file) ?? 0) + 1);
  }

  /**
   * Puts a database and its log into a folder, as a power cut now would leave them. Without the journal that SQLite writes
   * before it turns to the log: its removal is no write, and would be missed here.
   */
  leave(name: string, folder: string): string {
    mkdirSync(folder, { recursive: true });
    for (const file of [name, `${name}-wal`]) {
      writeFileSync(join(folder, file), this.#files.get(file)?.synced ?? '');
    }
    return join(folder, name);
  }
}

function change(content: Buffer, step: Exclude<Step, { do: 'send' | 'sync' }>): Buffer {
  const length = step.do === 'cut' ? step.length : Math.max(content.length, step.at + step.bytes.length);
  const changed = Buffer.alloc(length);
  content.copy(changed, 0, 0, Math.min(length, content.length));
  if (step.do === 'write') step.bytes.copy(changed, step.at);
  return changed;
}
