/** node-soap, a client for tests only: from the project, or another version from a folder that FLORIN_NODE_SOAP names. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ClientWork } from './client-work.js';

type Call = (parameters: unknown, done: (error: NodeSoapError | null, result: unknown) => void) => void;

interface NodeSoap {
  createClientAsync(wsdl: string, options: object): Promise<Record<string, Record<string, Record<string, Call>>>>;
}

interface NodeSoapError {
  readonly message: string;
  readonly root?: { readonly Envelope?: { readonly Body?: { readonly Fault?: NodeSoapFault } } };
}

interface NodeSoapFault {
  readonly faultstring?: string;
  readonly Reason?: { readonly Text?: { readonly $value?: string } };
}

function outgoing(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('base64' in value) return value.base64;
  if ('long' in value) return value.long;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, outgoing(member)]));
}

function isNil(member: unknown): boolean {
  return typeof member === 'object' && member !== null && 'attributes' in member;
}

function incoming(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => incoming(item));
  if (value instanceof Date) return value.toISOString().replace(/\.?0*Z$/, '');
  if (name === 'Content' && typeof value === 'string') return Buffer.from(value, 'base64').toString('utf8');
  if (typeof value !== 'object' || value === null) return value;
  // A nil element is an object with only the attribute.
  const members = Object.entries(value).filter(([, member]) => !isNil(member));
  return Object.fromEntries(members.map(([key, member]) => [key, incoming(member, key)]));
}

function faultText(error: NodeSoapError): string {
  const fault = error.root?.Envelope?.Body?.Fault;
  return fault?.faultstring ?? fault?.Reason?.Text?.$value ?? error.message;
}

/** Finds node-soap in the folder of the environment variable, or in the project. Returns the client. */
export function findNodeSoap(): ((work: ClientWork) => Promise<readonly unknown[]>) | undefined {
  for (const folder of [process.env['FLORIN_NODE_SOAP'], process.cwd()]) {
    try {
      if (folder) return callWithNodeSoap(createRequire(join(folder, 'package.json'))('soap') as NodeSoap);
    } catch {
      // Missing here; the next folder may have it.
    }
  }
  return undefined;
}

function callWithNodeSoap(soap: NodeSoap) {
  return async ({ wsdl, port, calls }: ClientWork): Promise<readonly unknown[]> => {
    const client = await soap.createClientAsync(wsdl, { forceSoap12Headers: port.endsWith('12') });
    const operations = client['Service_1_4_4']?.[port] ?? {};
    const answers: unknown[] = [];
    for (const { operation, parameters } of calls) {
      const answer = await new Promise((resolve, reject) => {
        const call = operations[operation];
        if (!call) return reject(new Error(`node-soap knows no ${operation}`));
        call(outgoing(parameters), (error, result) => resolve(error ? { fault: faultText(error) } : incoming(result)));
      });
      answers.push(answer);
    }
    return answers;
  };
}
