/** What comes back, as OpenAPI writes it. */
import { messageAnswer } from '../../wire/rest/answers.js';
import { referenceTo, type JsonSchema } from '../../wire/rest/json-schema.js';
import type { Version } from '../rest/read-terms.js';
import type { Example } from './examples.js';
import type { Operation } from './operation.js';

const JSON_TYPE = 'application/json';
const PAIRS = 'ResponseCode=0&ResponseText=Success&RedirectionUrl=…&ResultKey=…';
const HTML_PAGE: JsonSchema = { 'text/html': { schema: { type: 'string' } } };
/** A page's own script asks for JSON. */
const FOR_SCRIPT: JsonSchema = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/PageOutcome' } } };

/** What a page's own script is told. */
export const PAGE_OUTCOME: JsonSchema = {
  type: 'object',
  description: "What a page's own script is told when it asks for JSON.",
  properties: { outcome: { type: 'string', enum: ['done', 'kept', 'refused', 'reload'] } },
  required: ['outcome'],
};

const MESSAGE = { [JSON_TYPE]: { schema: referenceTo(messageAnswer) } };

/** Responses that many operations have. */
export const SHARED_RESPONSES: Readonly<Record<string, JsonSchema>> = {
  NotFound: { description: 'There is nothing at this path.', content: MESSAGE },
  WrongVerb: {
    description: 'The path is there, but not for this verb.',
    headers: { Allow: { description: 'The verbs that there are.', schema: { type: 'string' } } },
    content: MESSAGE,
  },
  TooLarge: { description: 'The body is longer than 256 KiB.', content: MESSAGE },
  Redirect: {
    description: 'To the address of the shop, with the outcome in its query.',
    headers: { Location: { schema: { type: 'string' } } },
  },
  EndPage: {
    description: 'A form was not taken and there is no address to go back to; a page says so.',
    content: HTML_PAGE,
  },
  PageRefusal: { description: 'A page that says what is wrong.', content: { ...HTML_PAGE, ...FOR_SCRIPT } },
  PageFailure: { description: 'A page that says that nothing can be done now.', content: HTML_PAGE },
};

function shared(name: keyof typeof SHARED_RESPONSES): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}

/** True for what a browser's form is answered by going elsewhere. */
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
      return { description: 'Whatever became of the call: see APIResponse.', content };
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
    ...(operation.body && { 413: shared('TooLarge') }),
  };
}
