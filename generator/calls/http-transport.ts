import { type Transport, TransportError } from '@wsdl-codegen/runtime';
import { defaultTimeout, type HttpAccess } from '../source/http-access.js';
import { connectionFailure } from '../source/http-failure.js';
import { sendRequest } from '../source/http-request.js';

const maxBytes = 256 * 1024 * 1024;

/** Sends calls with header fields, credentials, certificates and proxies of the user. */
export function accessTransport(access: HttpAccess): Transport {
  const { timeout = defaultTimeout } = access;
  return async ({ signal, maxResponseBytes = maxBytes, ...request }) => {
    const headers = { ...request.headers, 'accept-encoding': 'gzip, deflate, br' };
    const limits = { maxResponseBytes, signal: signal ?? AbortSignal.timeout(timeout) };
    try {
      return await sendRequest({ ...request, ...limits, headers }, access);
    } catch (error) {
      // The client knows that its own time was up.
      if (signal?.aborted) {
        throw error;
      }
      const { phase = 'unknown', code } = error as Partial<TransportError>;
      throw new TransportError(connectionFailure(error, request.url, timeout), { phase, code });
    }
  };
}
