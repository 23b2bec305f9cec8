export const SOAP_PATH = '/evolve/service_1_4_4.asmx';

/** True for the path of SOAP, in any case. */
export function isSoapPath(path: string): boolean {
  return path.length === SOAP_PATH.length && path.toLowerCase() === SOAP_PATH;
}
