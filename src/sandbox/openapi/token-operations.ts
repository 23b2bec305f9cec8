/** Descriptions of D1 to D12, docs/wire/rest.md section 2. */
import { dvTokenAnswer, dvTokenListAnswer } from '../../wire/rest/answers.js';
import { addDVTokenAuthKeyRequest, updateDVTokenAuthKeyRequest } from '../../wire/rest/auth-key.js';
import { browserDVTokenRequest, dvTokenRequest } from '../../wire/rest/dv-token.js';
import { iframeDVTokenRequest } from '../../wire/rest/iframe.js';
import { tokenSearchRequest } from '../../wire/rest/search-input.js';
import type { RowId } from '../rest/rows.js';
import { TOKEN_FIELDS } from './form-fields.js';
import { both, type OperationAnswer, type OperationDoc } from './operation.js';
import { AUTH_KEY, NOTHING, SUBMISSION } from './transaction-operations.js';

const TOKEN: OperationAnswer = { kind: 'json', schema: dvTokenAnswer };
const IFRAME_DESCRIPTION = 'The frame stores the card or the bank account; the server adds the rest.';

/** Tokens, by number. */
export const TOKEN_DOCS = {
  D1: {
    name: 'addToken',
    title: 'Store a card or a bank account',
    description: 'The same card again gives a new token.',
    body: { schema: both(dvTokenRequest) },
    answer: TOKEN,
  },
  D2: {
    name: 'updateToken',
    title: 'Change a token',
    description: 'Null and absent members stay unchanged.',
    body: { schema: both(dvTokenRequest) },
    answer: TOKEN,
  },
  D3: {
    name: 'tokeniseTransaction',
    title: 'Store the card of a transaction',
    description: 'Needs an approved transaction and the customer’s permission (StoreCard). It has no body.',
    answer: TOKEN,
  },
  D4: {
    name: 'getToken',
    title: 'Look up a token',
    description: 'Returns the masked card, never its number.',
    answer: TOKEN,
  },
  D5: {
    name: 'searchTokens',
    title: 'Search tokens',
    description: 'The newest first, at most {searchLimit}. An empty result is code 209 with an empty list.',
    body: { schema: both(tokenSearchRequest) },
    answer: { kind: 'json', schema: dvTokenListAnswer },
  },
  D6: {
    name: 'deleteToken',
    title: 'Delete a token',
    description: 'Later payments by it are refused.',
    answer: NOTHING,
  },
  D7: {
    name: 'createAddTokenAuthKey',
    title: 'Make an AuthKey for adding a token',
    description: 'A browser then adds one card or bank account with it.',
    body: { schema: both(addDVTokenAuthKeyRequest) },
    answer: AUTH_KEY,
  },
  D8: {
    name: 'createUpdateTokenAuthKey',
    title: 'Make an AuthKey for changing a token',
    description: 'A browser then changes the token that the key names.',
    body: { schema: both(updateDVTokenAuthKeyRequest) },
    answer: AUTH_KEY,
  },
  D9: {
    name: 'submitToken',
    title: 'Add a token with an AuthKey',
    description: 'As JSON or as a form; a form is answered by a redirect.',
    body: { schema: both(browserDVTokenRequest), form: TOKEN_FIELDS },
    answer: SUBMISSION,
  },
  'D9.nv': {
    name: 'submitTokenPairs',
    title: 'Add a token with an AuthKey, answered as name-value pairs',
    description: 'A form, whatever Content-Type says.',
    body: { form: TOKEN_FIELDS },
    answer: { kind: 'pairs' },
  },
  D10: {
    name: 'submitTokenUpdate',
    title: 'Change a token with an AuthKey',
    description: 'As JSON or as a form; a form is answered by a redirect.',
    body: { schema: both(browserDVTokenRequest), form: TOKEN_FIELDS },
    answer: SUBMISSION,
  },
  'D10.nv': {
    name: 'submitTokenUpdatePairs',
    title: 'Change a token with an AuthKey, answered as name-value pairs',
    description: 'A form, whatever Content-Type says.',
    body: { form: TOKEN_FIELDS },
    answer: { kind: 'pairs' },
  },
  D11: {
    name: 'processIframeAddToken',
    title: 'Add a token from the input of the frame',
    description: IFRAME_DESCRIPTION,
    body: { schema: both(iframeDVTokenRequest) },
    answer: SUBMISSION,
  },
  'D11.update': {
    name: 'processIframeUpdateToken',
    title: 'Change a token from the input of the frame',
    description: IFRAME_DESCRIPTION,
    body: { schema: both(iframeDVTokenRequest) },
    answer: SUBMISSION,
  },
  D12: {
    name: 'getTokenResult',
    title: 'Look up the outcome of a browser’s token',
    description: 'The ResultKey can be read for {resultKeyHours}.',
    answer: TOKEN,
  },
} satisfies Partial<Record<RowId, OperationDoc>>;
