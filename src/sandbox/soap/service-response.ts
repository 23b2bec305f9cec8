/** The two parts of every answer: the result, and `response`. wire/soap.md section 4. */
import { OPERATIONS } from '../../wire/soap/operations.js';
import type { Operation, OperationName, ResponseOf } from '../../wire/soap/operations.js';
import { isArrayName, isObjectName } from '../../wire/soap/types.js';

/** The value of an operation's result element; undefined leaves the element out. */
export type ResultOf<O extends OperationName> =
  ResponseOf<O> extends Readonly<Partial<Record<`${O}Result`, infer R>>> ? R : undefined;

/** The call worked: no message. */
export function writeSuccess<O extends OperationName>(operation: O, result: ResultOf<O>): ResponseOf<O> {
  return join(operation, result, { ResponseCode: 'SUCCESS' });
}

/** The call did not work. An object or a list is there and empty, a boolean is false, a text is left out. */
export function writeError<O extends OperationName>(operation: O, message: string, result?: unknown): ResponseOf<O> {
  return join(operation, result ?? emptyResult(operation), { ResponseCode: 'ERROR', ResponseMessage: message });
}

function emptyResult(operation: OperationName): unknown {
  const { result }: Operation = OPERATIONS[operation];
  if (result === null) return undefined;
  if (isObjectName(result)) return {};
  if (isArrayName(result)) return [];
  return result === 'boolean' ? false : undefined;
}

/** The compiler cannot follow a member name that is put together; the table of operations says the same. */
function join<O extends OperationName>(operation: O, result: unknown, response: object): ResponseOf<O> {
  return { [`${operation}Result`]: result, response } as unknown as ResponseOf<O>;
}
