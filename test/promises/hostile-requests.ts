/**
 * Requests that no client means: made by the grammar of the wire (each member now right, now wrong, now of another
 * type), then broken byte by byte. What refers to something that exists, as a key or a number, stands as `@@key:7@@` in
 * them until they are sent, so that a list of requests can be made at once, from a seed.
 */
import fc, { type Arbitrary } from 'fast-check';
import { formRequests } from './hostile-forms.js';
import { restRequests } from './hostile-rest.js';
import { soapRequests } from './hostile-soap.js';
import type { HostileRequest } from './hostile-transport.js';

export type { HostileRequest } from './hostile-transport.js';

/** The wires, each with a count of its own. */
export type Wire = 'v2' | 'v3' | 'forms' | 'SOAP 1.1' | 'SOAP 1.2';

const WIRES: Readonly<Record<Wire, Arbitrary<HostileRequest>>> = {
  v2: restRequests('v2'),
  v3: restRequests('v3'),
  forms: formRequests,
  'SOAP 1.1': soapRequests('1.1'),
  'SOAP 1.2': soapRequests('1.2'),
};

/** So many requests of a wire, the same ones for the same seed. */
export function createRequests(wire: Wire, count: number, seed: number): readonly HostileRequest[] {
  return fc.sample(WIRES[wire], { numRuns: count, seed });
}
