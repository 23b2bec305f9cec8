/** Reads the forms of the shop. */
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** The fields of a form; a repeated field counts once. */
export type FormBody = ReadonlyMap<string, string>;

/** All forms of the shop are shorter. */
const MOST_BYTES = 16 * 1024;

/** Refuses bodies that are too long or not a form, before they are read. */
export function onlyForms(): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: MOST_BYTES, onError: (context) => context.text('This form is too long.', 413) });
  return async (context, next) => {
    if (context.req.method !== 'POST') return next();
    const type = context.req.header('Content-Type') ?? '';
    if (!type.startsWith('application/x-www-form-urlencoded')) return context.text('This is no form of the shop.', 415);
    return limit(context, next);
  };
}

/** Reads the fields of a form. */
export async function readForm(request: { text(): Promise<string> }): Promise<FormBody> {
  return new Map(new URLSearchParams(await request.text()));
}
