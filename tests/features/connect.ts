import type { ServerOptions, Transport } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { directTransport } from '../wire/connection.js';
import type { Exports } from './package.js';

/** A client whose calls end in a server of the same process, and what the last call carried. */
export interface Connection {
  readonly client: Exports;
  readonly last: { request: string; response: string; requestHeaders: Readonly<Record<string, string>>; url: string };
}

/** Connects the generated client of a service to an implementation, through the generated server. */
export function connect(
  exports: Exports,
  service: string,
  implementation: Exports,
  options: Partial<ServerOptions> & { readonly client?: Exports } = {},
): Connection {
  const { client: clientOptions, ...serverOptions } = options;
  const factory = exports[service.charAt(0).toLowerCase() + service.slice(1)];
  const server = createServer({ includeErrorDetail: true, ...serverOptions, services: [factory(implementation)] });
  const direct = directTransport(server);
  const last: Connection['last'] = { request: '', response: '', requestHeaders: {}, url: '' };
  const text = (body: string | Uint8Array | undefined): string =>
    typeof body === 'string' ? body : new TextDecoder('latin1').decode(body ?? new Uint8Array());
  const transport: Transport = async (request) => {
    last.request = text(request.body);
    last.requestHeaders = request.headers;
    last.url = request.url;
    const response = await direct(request);
    last.response = text(response.body);
    return response;
  };
  return { client: new exports[`${service}Client`]({ transport, ...clientOptions }), last };
}
