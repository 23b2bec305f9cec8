/** One line of the endpoint table, as the interface description needs it. */
import type { WireSchema } from '../../wire/rest/wire-object.js';
import type { Verb } from '../rest/row.js';

/** A schema for each version; one and the same where they agree. */
export interface Versioned<T> {
  readonly v2: T;
  readonly v3: T;
}

/** What the description is divided into. */
export type Tag = 'Transactions' | 'Tokens' | 'Pages' | 'Status';

/** What comes back. */
export type OperationAnswer =
  | { readonly kind: 'json'; readonly schema: Versioned<WireSchema> }
  /** `ResponseCode=..&ResponseText=..`, for browsers of old. */
  | { readonly kind: 'pairs' }
  | { readonly kind: 'page' };

/** A field of an HTML form; every one is a text. */
export interface FormField {
  readonly name: string;
  readonly says: string;
}

/** What is sent. */
export interface OperationBody {
  readonly schema?: Versioned<WireSchema>;
  /** Where a form is taken: beside the JSON, or alone. */
  readonly form?: readonly FormField[];
}

/** An endpoint. */
export interface Operation {
  /** Its name in the endpoint table. */
  readonly id: string;
  /** What its form variant is called there, where that has a name of its own. */
  readonly formId?: string;
  readonly name: string;
  readonly title: string;
  readonly says: string;
  readonly tag: Tag;
  readonly verb: Verb;
  /** As the manual writes it, `{name}` for one segment, below `/webapi/v2` and `/webapi/v3`. */
  readonly path: string;
  /** True when it stands at the root and not below a version. */
  readonly isOutsideVersions?: boolean;
  /** Servers send credentials; a browser has the key in its path and nothing else. */
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

/** A path without the names of its parameters and without the slash at its end: rows and operations compare by it. */
export function shapeOfPath(path: string): string {
  return path.replace(PARAMETER, '{}').replace(/\/$/, '');
}
