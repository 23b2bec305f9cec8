/**
 * Endpoints for the forms of browsers: T6 and T7, and D9 and D10 in the same two ways. A form is a navigation, so its
 * answer is one too: 302 to the merchant, with the outcome of the call in the query. `.nv` answers in text, for browsers
 * that can do no better. wire/rest.md sections 2, 4 and 5.
 */
import type { ApiResponse } from '../../wire/rest/answers.js';
import type { WireJson } from '../../wire/rest/write-wire.js';
import type { AuthKey } from '../auth-key.js';
import type { Context } from '../context.js';
import type { StoreView } from '../store/store.js';
import type { TokenKey } from '../token.js';
import { SUCCESS } from './api-response.js';
import { readFormFields } from './form-fields.js';
import type { ReadForm } from './form-readers.js';
import { redirectAnswer, textAnswer } from './http-answer.js';
import { addOutcome } from './redirection.js';
import type { RestCall, Row, Write } from './row.js';
import { endPage } from './end-page.js';

/** What a form is for. */
interface FormTask<Q, A> {
  /** As in {@link Row}. */
  readonly path: string;
  readonly read: ReadForm<Q>;
  readonly run: (request: Q, context: Context) => Promise<A>;
  readonly write: Write<A>;
  /** Finds the key that the path names, to say where its browser goes when the call failed. */
  readonly findKey: (view: StoreView, authKey: string) => Promise<AuthKey | TokenKey | undefined>;
}

function taskRow<Q, A>({ path, read, run, write }: FormTask<Q, A>): Row {
  return {
    verb: 'POST',
    path,
    async answer(call, context) {
      const request = read(await readFormFields(call.body, call.contentType), call);
      return write(SUCCESS, await run(request, context), context);
    },
    writeFailure: (apiResponse, context) => write(apiResponse, undefined, context),
  };
}

interface SubmissionJson {
  readonly APIResponse: ApiResponse;
  readonly RedirectionUrl: string | null;
  readonly ResultKey: string | null;
}

/** No such key, or none for this path: there is no merchant to go back to. */
const SESSION_NOT_FOUND = 206;

/** A form that is answered with a redirect. */
export function webformRow<Q, A>(task: FormTask<Q, A>): Row {
  async function findMerchantsUrl(call: RestCall, { store }: Context) {
    const authKey = (call.parameters['authKey'] ?? '').toLowerCase();
    return (await store.read((view) => task.findKey(view, authKey)))?.redirectionUrl;
  }

  return {
    ...taskRow(task),
    async respond(answer, call, context) {
      const { APIResponse, RedirectionUrl } = answer as unknown as SubmissionJson;
      if (RedirectionUrl !== null) return redirectAnswer(RedirectionUrl);
      const { ResponseCode } = APIResponse;
      if (ResponseCode === SUCCESS.ResponseCode || ResponseCode === SESSION_NOT_FOUND) return endPage(APIResponse);
      // A store that does not answer is no reason to answer nothing. Who sends a form twice goes back to the shop with 207:
      // its server looks up what became of the first.
      const url = await findMerchantsUrl(call, context).catch(() => undefined);
      return url ? redirectAnswer(addOutcome(url, APIResponse)) : endPage(APIResponse);
    },
  };
}

/** The same form, answered in text: `name=value` with percent signs, so that any browser can take it apart. */
export function nvRow<Q, A>(task: FormTask<Q, A>): Row {
  return {
    ...taskRow({ ...task, path: `${task.path}.nv` }),
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

/** A JSON endpoint whose path takes a form as well. */
export function withForm(json: Row, form: Row): Row {
  return { ...json, form };
}
