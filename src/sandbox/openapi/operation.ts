/** An operation of the endpoint table, as the OpenAPI document needs it. */
import type { WireSchema } from '../../wire/rest/wire-object.js';
import type { Version } from '../auth-key.js';
import type { Verb } from '../rest/row.js';

/** A value for each version, the same one where they agree. */
export type Versioned<T> = Readonly<Record<Version, T>>;

/** Sections of the document. */
export type Tag = 'Transactions' | 'Tokens' | 'Pages' | 'Status';

export type OperationAnswer =
  | { readonly kind: 'json'; readonly schema: Versioned<WireSchema> }
  /** `ResponseCode=..&ResponseText=..`, for old browsers. */
  | { readonly kind: 'pairs' }
  | { readonly kind: 'page' };

/** A field of an HTML form. Every value is a string. */
export interface FormField {
  readonly name: string;
  readonly description: string;
}

export interface OperationBody {
  readonly schema?: Versioned<WireSchema>;
  /** Fields of the form that the operation accepts, besides JSON or instead of it. */
  readonly form?: readonly FormField[];
}

/** What the document says about an endpoint. The rows of REST have its number, method and path. */
export interface OperationDoc {
  /** Number of the form variant, if it has its own. */
  readonly formId?: string;
  readonly name: string;
  readonly title: string;
  /** Names of settings in braces are replaced by their values (fillSettings). */
  readonly description: string;
  readonly body?: OperationBody;
  readonly answer: OperationAnswer;
}

export interface Operation extends OperationDoc {
  /** Its number in the endpoint table. */
  readonly id: string;
  readonly tag: Tag;
  readonly verb: Verb;
  /** As in the manual, with `{name}` for one segment, below `/webapi/v2` and `/webapi/v3`. */
  readonly path: string;
  /** True for a path at the root, outside the versions. */
  readonly isOutsideVersions?: boolean;
  readonly query?: readonly FormField[];
}

/** The same schema in both versions. */
export function both<T>(value: T): Versioned<T> {
  return { v2: value, v3: value };
}
