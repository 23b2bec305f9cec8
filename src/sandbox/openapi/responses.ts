/** OpenAPI responses of an operation. */
import { messageAnswer } from '../../wire/rest/answers.js';
import { referenceTo, type JsonSchema } from '../../wire/rest/json-schema.js';
import type { Version } from '../auth-key.js';
import type { Example } from './examples.js';
import { JSON_TYPE } from './media-types.js';
import type { Operation } from './operation.js';

const PAIRS = 'ResponseCode=0&ResponseText=Success&RedirectionUrl=…&ResultKey=…';
const HTML_PAGE: JsonSchema = { 'text/html': { schema: { type: 'string' } } };
/** The JSON response to a page's own script. */
const FOR_SCRIPT: JsonSchema = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/PageOutcome' } } };

/** Schema of the response to a page's own script. */
export const PAGE_OUTCOME: JsonSchema = {
  type: 'object',
  description: "The response to the page's own script, which asks for JSON.",
  properties: { outcome: { type: 'string', enum: ['done', 'stored', 'refused', 'reload'] } },
  required: ['outcome'],
};

const MESSAGE = { [JSON_TYPE]: { schema: referenceTo(messageAnswer) } };

/** Responses that operations share. */
export const SHARED_RESPONSES: Readonly<Record<string, JsonSchema>> = {
  NotFound: { description: 'There is nothing at this path.', content: MESSAGE },
  WrongVerb: {
    description: 'The path does not support this method.',
    headers: { Allow: { description: 'The supported methods.', schema: { type: 'string' } } },
    content: MESSAGE,
  },
  Unsupported: {
    description: 'The body has a content coding, or its declared charset is not UTF-8.',
    content: MESSAGE,
  },
  TooLarge: { description: 'The body is longer than 256 KiB.', content: MESSAGE },
  Redirect: {
    description: 'Redirect to the URL of the shop, with the outcome in the query.',
    headers: { Location: { schema: { type: 'string' } } },
  },
  EndPage: {
    description: 'An error page: the form was refused and there is no URL to go back to.',
    content: HTML_PAGE,
  },
  PageRefusal: { description: 'The page with its errors.', content: { ...HTML_PAGE, ...FOR_SCRIPT } },
  PageFailure: { description: 'An error page: the service is not available.', content: HTML_PAGE },
};

function shared(name: keyof typeof SHARED_RESPONSES): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}

/** True for operations that redirect a browser's form. */
function isRedirecting({ body, answer }: Operation): boolean {
  return (body?.form ?? []).length > 0 && answer.kind === 'json';
}

function writeSuccess(operation: Operation, version: Version, example: Example): JsonSchema {
  const { answer } = operation;
  switch (answer.kind) {
    case 'json': {
      const schema = referenceTo(answer.schema[version]);
      const page = isRedirecting(operation) ? HTML_PAGE : {};
      const content = { [JSON_TYPE]: { schema, example: example.answer }, ...page };
      return { description: 'The result of the call; see APIResponse.', content };
    }
    case 'pairs':
      return {
        description: 'Name-value pairs.',
        content: { 'text/plain': { schema: { type: 'string' }, example: PAIRS } },
      };
    case 'page':
      return { description: 'A page.', content: { ...HTML_PAGE, ...FOR_SCRIPT } };
  }
}

/** Every response of an operation, by status. */
export function writeResponses(operation: Operation, version: Version, example: Example): JsonSchema {
  const success = writeSuccess(operation, version, example);
  if (operation.answer.kind === 'page') {
    const redirect = operation.verb === 'POST' && { 303: shared('Redirect') };
    return { 200: success, ...redirect, '4XX': shared('PageRefusal'), '5XX': shared('PageFailure') };
  }
  return {
    200: success,
    ...(isRedirecting(operation) && { 302: shared('Redirect'), 400: shared('EndPage') }),
    404: shared('NotFound'),
    405: shared('WrongVerb'),
    ...(operation.body && { 413: shared('TooLarge'), 415: shared('Unsupported') }),
  };
}
