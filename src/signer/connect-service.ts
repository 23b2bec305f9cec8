import { createRestClient } from '../service/rest-client.js';
import type { ServiceAccount, ServiceConnection } from './signer-options.js';

/** Returns the shop's own client, or a client made for its account. */
export function connectService(service: ServiceAccount | ServiceConnection): ServiceConnection {
  if ('client' in service) return service;
  const { baseUrl, browserUrl = baseUrl, merchantNumber, version = 'v3' } = service;
  return { client: createRestClient({ ...service, version }), browserUrl, merchantNumber, version };
}
