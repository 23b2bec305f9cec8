/** The three forms that a browser can post with an AuthKey: T6 and T7, D9, D10. docs/wire/rest.md sections 2 and 4. */
import { submitAuthKey } from '../operations/submit-auth-key.js';
import { submitTokenKey } from '../operations/submit-token-key.js';
import type { StoreView } from '../store/store.js';
import type { TokenKeyTask } from '../token.js';
import { readSubmissionForm, readTokenSubmissionForm } from './form-readers.js';
import { writeSubmission } from './writers.js';

/** A payment. */
export const PAYMENT_FORM = {
  path: '/txns/withauthkey/:authKey',
  read: readSubmissionForm,
  run: submitAuthKey,
  write: writeSubmission,
  findKey: (view: StoreView, authKey: string) => view.findAuthKey(authKey),
};

function tokenForm(path: string, task: TokenKeyTask) {
  return {
    path,
    read: readTokenSubmissionForm(task),
    run: submitTokenKey,
    write: writeSubmission,
    findKey: (view: StoreView, authKey: string) => view.findTokenKey(authKey),
  };
}

/** A new token. */
export const ADD_TOKEN_FORM = tokenForm('/dvtokens/withauthkey/:authKey', 'add');

/** A token's change. */
export const UPDATE_TOKEN_FORM = tokenForm('/dvtokens/withauthkey/update/:authKey', 'update');
