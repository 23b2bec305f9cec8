/** Writes the two parts of every response: the result and `response`. docs/wire/soap.md section 4. */
import { OPERATIONS, type Operation, type OperationName, type ResponseOf } from '../../wire/soap/operations.js';
import { isArrayName, isObjectName } from '../../wire/soap/types.js';

/** The value of an operation's result element; undefined omits the element. */
export type ResultOf<O extends OperationName> =
  ResponseOf<O> extends Readonly<Partial<Record<`${O}Result`, infer R>>> ? R : undefined;

/** Writes a success, without a message. */
export function writeSuccess<O extends OperationName>(operation: O, result: ResultOf<O>): ResponseOf<O> {
  return join(operation, result, { ResponseCode: 'SUCCESS' });
}

/** Writes an error. Objects and lists are empty elements, a boolean is false, a string is omitted. */
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

/** The compiler cannot check a computed member name; the table of operations guarantees it. */
function join<O extends OperationName>(operation: O, result: unknown, response: object): ResponseOf<O> {
  return { [`${operation}Result`]: result, response } as unknown as ResponseOf<O>;
}
