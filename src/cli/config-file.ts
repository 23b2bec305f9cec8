/** Loads a configuration file: JSON, or a module with a default export. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SandboxConfig } from '../sandbox/index.js';
import type { ServiceAccount } from '../signer/index.js';
import type { ConfigPlace, SidecarSettings } from '../signer/node/index.js';
import { messageOf } from './printable.js';

/** Every other file is read as JSON. */
const MODULE = /\.[cm]?[jt]s$/;

export interface LoadedConfig {
  readonly value: unknown;
  readonly place: ConfigPlace;
}

/** @throws Error in one line that names the file */
export async function loadConfig(file: string): Promise<LoadedConfig> {
  const path = resolve(file);
  if (!existsSync(path)) throw new Error(`There is no file ${file}; --config names one`);
  const place = { folder: dirname(path), env: process.env };
  try {
    return { value: MODULE.test(path) ? await importDefault(path) : JSON.parse(readFileSync(path, 'utf8')), place };
  } catch (error) {
    throw refuseFile(file, error);
  }
}

/** Loads and reads a configuration. @throws Error in one line that names the file and the member */
export async function readConfigFile<Read>(
  file: string,
  read: (value: unknown, place: ConfigPlace) => Read,
): Promise<Read> {
  const { value, place } = await loadConfig(file);
  try {
    return read(value, place);
  } catch (error) {
    throw refuseFile(file, error);
  }
}

/** Reads the configuration of `florin signer`, whose reader is loaded on demand. */
export async function readSignerConfig(file: string): Promise<SidecarSettings> {
  const { readSidecarConfig } = await import('../signer/node/index.js');
  return readConfigFile(file, readSidecarConfig);
}

/** Reads the configuration of `florin sandbox`, whose schemas are made on demand. */
export async function readSandboxConfig(file: string): Promise<SandboxConfig> {
  const { readConfig } = await import('../sandbox/control/read-config.js');
  return readConfigFile(file, readConfig);
}

/** Reads the member `service` of such a configuration. */
export async function readServiceOf(file: string): Promise<ServiceAccount> {
  const { readService } = await import('../signer/node/index.js');
  return readConfigFile(file, (config, place) => {
    const value = (config as { readonly service?: unknown } | null)?.service;
    return readService(value, place);
  });
}

async function importDefault(path: string): Promise<unknown> {
  try {
    const module = (await import(pathToFileURL(path).href)) as { default?: unknown };
    if (module.default === undefined) throw new Error('it has no default export');
    return module.default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new Error(
        `Node ${process.versions.node} does not read TypeScript; use Node 22.18 or later, or a .mjs or .json file`,
      );
    }
    throw error;
  }
}

function refuseFile(file: string, error: unknown): Error {
  // The message of a JSON parser quotes the text, over several lines.
  const isJson = error instanceof SyntaxError && !MODULE.test(file);
  const message = isJson ? 'it is not JSON' : messageOf(error).split('\n', 1)[0];
  return new Error(`The file ${file} is refused: ${message}`, { cause: error });
}
