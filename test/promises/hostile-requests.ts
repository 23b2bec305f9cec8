/**
 * Requests that no client intends: made by the grammar of the interface (each member right, wrong,
 * or of another type), then broken byte by byte. References to existing objects, such as a key or a
 * number, are written as `@@key:7@@` until they are sent, so that a seed determines the whole list.
 */
import fc, { type Arbitrary } from 'fast-check';
import { formRequests } from './hostile-forms.js';
import { restRequests } from './hostile-rest.js';
import { soapRequests } from './hostile-soap.js';
import type { HostileRequest } from './hostile-transport.js';

export type { HostileRequest } from './hostile-transport.js';

/** The interfaces, each with its own number of requests. */
export type Wire = 'v2' | 'v3' | 'forms' | 'SOAP 1.1' | 'SOAP 1.2';

const WIRES: Readonly<Record<Wire, Arbitrary<HostileRequest>>> = {
  v2: restRequests('v2'),
  v3: restRequests('v3'),
  forms: formRequests,
  'SOAP 1.1': soapRequests('1.1'),
  'SOAP 1.2': soapRequests('1.2'),
};

/** This many requests of an interface, always the same for one seed. */
export function createRequests(wire: Wire, count: number, seed: number): readonly HostileRequest[] {
  return fc.sample(WIRES[wire], { numRuns: count, seed });
}
