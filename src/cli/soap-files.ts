/** Writes the files of an answer (batch results, settlement files) to a folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder, PRIVATE_FILE } from '../node/private-file.js';

/** A file name without a path: it comes from the service. */
const FILENAME = /^(?!\.)[\w .@+-]{1,150}$/;

interface AnsweredFile {
  readonly Filename?: string;
  readonly Content?: Uint8Array;
}

function isFile(value: unknown): value is AnsweredFile {
  return typeof value === 'object' && value !== null && (value as AnsweredFile).Content instanceof Uint8Array;
}

function write(file: AnsweredFile, folder: string): object {
  const { Filename = '', Content = new Uint8Array(), ...others } = file;
  if (!FILENAME.test(Filename)) throw new TypeError('The answer has a file whose name cannot be used here');
  const path = join(folder, Filename);
  makePrivateFolder(folder);
  try {
    writeFileSync(path, Content, { flag: 'wx', mode: PRIVATE_FILE });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TypeError(`The file ${path} cannot be written: ${code === 'EEXIST' ? 'it exists' : code}`, {
      cause: error,
    });
  }
  return { ...others, Filename: path };
}

/** Writes the files of a result; returns the result with their paths in place of their content. */
export function takeFiles(result: unknown, folder: string): unknown {
  const all: readonly unknown[] = Array.isArray(result) ? result : [result];
  const written = all.map((file) => (isFile(file) ? write(file, folder) : file));
  return Array.isArray(result) ? written : written[0];
}
