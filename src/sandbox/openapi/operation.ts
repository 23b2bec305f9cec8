/** An operation of the endpoint table, as the OpenAPI document needs it. */
import type { WireSchema } from '../../wire/rest/wire-object.js';
import type { Verb } from '../rest/row.js';

/** A schema for each version, the same one where they agree. */
export interface Versioned<T> {
  readonly v2: T;
  readonly v3: T;
}

/** Sections of the document. */
export type Tag = 'Transactions' | 'Tokens' | 'Pages' | 'Status';

/** Kind of response. */
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

/** Request body. */
export interface OperationBody {
  readonly schema?: Versioned<WireSchema>;
  /** Fields of the form that the operation accepts, besides JSON or instead of it. */
  readonly form?: readonly FormField[];
}

/** An endpoint. */
export interface Operation {
  /** Its id in the endpoint table. */
  readonly id: string;
  /** Id of the form variant, if it has its own. */
  readonly formId?: string;
  readonly name: string;
  readonly title: string;
  /** A setting stands in braces (fillSettings). */
  readonly description: string;
  readonly tag: Tag;
  readonly verb: Verb;
  /** As in the manual, with `{name}` for one segment, below `/webapi/v2` and `/webapi/v3`. */
  readonly path: string;
  /** True for a path at the root, outside the versions. */
  readonly isOutsideVersions?: boolean;
  /** Servers send credentials. A browser has only the key in the path. */
  readonly caller: 'server' | 'browser';
  readonly query?: readonly FormField[];
  readonly body?: OperationBody;
  readonly answer: OperationAnswer;
}

/** The same schema in both versions. */
export function both<T>(value: T): Versioned<T> {
  return { v2: value, v3: value };
}

const PARAMETER = /\{\w+\}|:\w+/g;

/** A path without parameter names and trailing slash, to compare rows with operations. */
export function shapeOfPath(path: string): string {
  return path.replace(PARAMETER, '{}').replace(/\/$/, '');
}
