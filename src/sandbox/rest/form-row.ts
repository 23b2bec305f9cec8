/**
 * Endpoints for browser forms: T6 and T7, and D9 and D10 in the same two variants. A form is a navigation, so its
 * response is a 302 to the merchant with the outcome in the query. `.nv` answers with text, for old browsers.
 * docs/wire/rest.md sections 2, 4 and 5.
 */
import type { ApiResponse } from '../../wire/rest/answers.js';
import type { WireJson } from '../../wire/rest/write-wire.js';
import type { AuthKey } from '../auth-key.js';
import type { Context } from '../context.js';
import { readSentKey } from '../sent-key.js';
import type { StoreView } from '../store/store.js';
import type { TokenKey } from '../token.js';
import { SUCCESS } from './api-response.js';
import { readFormFields } from './form-fields.js';
import type { ReadForm } from './form-readers.js';
import { redirectAnswer, textAnswer } from './http-answer.js';
import { addOutcome } from './redirection.js';
import type { Read, RestCall, RestRow, Write } from './row.js';
import { endPage } from './end-page.js';

interface FormTask<Q, A> {
  /** As in {@link RestRow}. */
  readonly path: string;
  readonly read: ReadForm<Q>;
  readonly run: (request: Q, context: Context) => Promise<A>;
  readonly write: Write<A>;
  /** Finds the key of the path, for the redirect after a failed call. */
  readonly findKey: (view: StoreView, authKey: string) => Promise<AuthKey | TokenKey | undefined>;
}

/** An endpoint for browsers: the key in its path is the only credential. */
function submitRow<Q, A>({ path, run, write }: FormTask<Q, A>, read: (call: RestCall) => Q | Promise<Q>): RestRow {
  return {
    verb: 'POST',
    path,
    answer: async (call, context) => write(SUCCESS, await run(await read(call), context), context),
    writeFailure: (apiResponse, context) => write(apiResponse, undefined, context),
  };
}

function formRow<Q, A>(task: FormTask<Q, A>): RestRow {
  return submitRow(task, async (call) => task.read(await readFormFields(call.body, call.contentType), call));
}

interface SubmissionJson {
  readonly APIResponse: ApiResponse;
  readonly RedirectionUrl: string | null;
  readonly ResultKey: string | null;
}

/** Unknown key, or a key of another task: there is no merchant to redirect to. */
const SESSION_NOT_FOUND = 206;

/** A form whose response is a redirect. */
function webformRow<Q, A>(task: FormTask<Q, A>): RestRow {
  async function findMerchantsUrl(call: RestCall, { store }: Context) {
    const authKey = readSentKey(call.parameters['authKey'] ?? '');
    return (await store.read((view) => task.findKey(view, authKey)))?.redirectionUrl;
  }

  return {
    ...formRow(task),
    async respond(answer, call, context) {
      const { APIResponse, RedirectionUrl } = answer as unknown as SubmissionJson;
      if (RedirectionUrl !== null) return redirectAnswer(RedirectionUrl);
      const { ResponseCode } = APIResponse;
      if (ResponseCode === SUCCESS.ResponseCode || ResponseCode === SESSION_NOT_FOUND) return endPage(APIResponse);
      // An error of the store must not prevent the response. A form that is sent twice is redirected to the shop with
      // 207, whose server then looks up the first result.
      const url = await findMerchantsUrl(call, context).catch(() => undefined);
      return url ? redirectAnswer(addOutcome(url, APIResponse)) : endPage(APIResponse);
    },
  };
}

/** The same form with a text response: percent-encoded `name=value` pairs. */
export function nvRow<Q, A>(task: FormTask<Q, A>): RestRow {
  return {
    ...formRow({ ...task, path: `${task.path}.nv` }),
    respond(answer: WireJson) {
      const { APIResponse, RedirectionUrl, ResultKey } = answer as unknown as SubmissionJson;
      const pairs = {
        ResponseCode: APIResponse.ResponseCode,
        ResponseText: APIResponse.ResponseText,
        RedirectionUrl,
        ResultKey,
      };
      return textAnswer(
        Object.entries(pairs)
          .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
          .join('&'),
      );
    },
  };
}

/** An endpoint that accepts JSON and the form. */
export function jsonOrFormRow<Q, A>(task: FormTask<Q, A>, readJson: Read<Q>): RestRow {
  return { ...submitRow(task, readJson), form: webformRow(task) };
}
