/** Schemas of members of the sidecar's configuration: addresses, and secrets that are read where they are. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { either, noted, readInput, text } from '../../wire/read-input.js';

/** Where to read a secret. Configurations end up in repositories, so the secret itself is not in it. */
export type SecretSource = { readonly env: string } | { readonly file: string };

/** Where a configuration comes from. */
export interface ConfigPlace {
  /** Base folder of relative paths. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** An http or https URL without user name or password, because `fetch` refuses those. */
export const URL_TEXT = text()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'must be an absolute http or https URL',
    abort: true,
  })
  .refine((value) => !hasUserInfo(value), { error: 'must have no user name or password in it', abort: true });

export const ORIGIN = noted(
  URL_TEXT.refine((value) => new URL(value).origin === value, {
    error: ({ input }) => `must be an origin, like ${new URL(input as string).origin}`,
  }),
  { limits: 'an origin' },
);

function hasUserInfo(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && (url.username !== '' || url.password !== '');
}

const SOURCE: z.ZodType<SecretSource, SecretSource> = z.union(
  [z.strictObject({ env: z.string() }), z.strictObject({ file: z.string() })],
  'must be { "env": "NAME" } or { "file": "/path" }: secrets must not be in the configuration',
);

/** A secret: written as its source, read as text. */
export function secretFrom({ env, folder }: ConfigPlace): z.ZodType<string, SecretSource> {
  return SOURCE.transform((source, context): string => {
    const [place, value] =
      'env' in source
        ? [`the environment variable ${source.env}`, env[source.env] || new Error('which is not set')]
        : [`the file ${resolve(folder, source.file)}`, readSecretFile(resolve(folder, source.file))];
    if (typeof value === 'string') return value;
    context.addIssue(`is in ${place}, ${value.message}`);
    return z.NEVER;
  });
}

/** A text, or a secret. A URL with a user name or password is a secret. */
export function textOrSecretFrom(place: ConfigPlace): z.ZodType<string, string | SecretSource> {
  const isSecret = (value: unknown): boolean =>
    typeof value === 'object' || (typeof value === 'string' && hasUserInfo(value));
  return either(isSecret, secretFrom(place), text());
}

/** @throws TypeError when the secret is in the configuration itself, or is missing at its source */
export function readSecret(name: string, value: unknown, place: ConfigPlace): string {
  return readInput(secretFrom(place), value, name);
}

function readSecretFile(path: string): string | Error {
  try {
    // Editors and `echo` add a line break that is not part of the secret.
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '') || new Error('which is empty');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return new Error(`which cannot be read (${code})`);
  }
}
