import { rebaseAddress } from '../http/urls.js';
import type { BindingKind, OperationDescriptor, PortDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import { fillPlaceholders } from '../service/placeholders.js';
import { isOfferedAt } from '../service/port-facts.js';

/** The options that decide where calls go. */
export interface EndpointOptions {
  readonly baseUrl?: string;
  readonly address?: string;
  readonly port?: string;
  readonly namespaces?: Readonly<Record<string, string>>;
}

/** What clients choose that name no binding, in this order. */
const preference: readonly BindingKind[] = ['soap11', 'soap12', 'httpPost', 'httpGet'];

/** The first of soap11, soap12, httpPost, httpGet for which the service has a port. Throws `TypeError` if there is none. */
export function defaultBinding(service: ServiceDescriptor<unknown>, port?: string): BindingKind {
  const ports = service.ports.filter((candidate) => port === undefined || candidate.name === port);
  const kind = preference.find((binding) => ports.some((candidate) => candidate.binding === binding));
  if (kind === undefined) {
    throw new TypeError(`${service.name} has no port${port === undefined ? '' : ` "${port}"`} that can be called.`);
  }
  return kind;
}

/** The port to call for a binding. Throws `TypeError` if the service has none. */
export function choosePort(
  service: ServiceDescriptor<unknown>,
  binding: BindingKind,
  operation: OperationDescriptor | undefined,
  options: EndpointOptions,
): PortDescriptor {
  const isKnown = operation?.[binding] !== undefined;
  const ports = service.ports.filter((port) => port.binding === binding && (!isKnown || isOfferedAt(operation, port)));
  const port = ports.find((candidate) => candidate.name === options.port) ?? ports[0];
  if (port === undefined) {
    throw new TypeError(`${service.name} has no port for ${binding}.`);
  }
  return port;
}

/**
 * Absolute address of a port: `address`; else the WSDL's with `baseUrl` in the place of its placeholder or of its
 * scheme and authority. Throws `TypeError` if these do not result in one; `show` removes credentials from the quotations in
 * its message.
 */
export function endpointAddress(
  service: string,
  port: PortDescriptor,
  options: EndpointOptions,
  show: (address: string) => string,
): string {
  const declared = port.address === undefined ? undefined : fillPlaceholders(port.address, options.namespaces ?? {});
  let address = options.address;
  if (address === undefined && declared !== undefined) {
    address = options.baseUrl === undefined ? declared : rebaseAddress(declared, options.baseUrl);
  }
  if (address === undefined || /^\{/.test(address)) {
    const option = declared === undefined ? 'address' : 'baseUrl';
    throw new TypeError(`${service} needs the option ${option}: its WSDL leaves its address open.`);
  }
  return absoluteAddress(service, address, show);
}

/**
 * An address as it is called. One that begins with `/`, `./` or `../` is relative to the page, where there is one. Throws `TypeError` for an address
 * that is not of HTTP; `show` as in `endpointAddress`.
 */
export function absoluteAddress(service: string, given: string, show: (address: string) => string): string {
  const address = /^\.{0,2}\//.test(given) ? addressOnPage(given) : given;
  if (!/^https?:\/\/[^/?#{}]+([/?#]|$)/i.test(address) || /[\s\0-\x1f]/.test(address)) {
    throw new TypeError(`${service} cannot be called at "${show(address)}": it is not an http: or https: address.`);
  }
  return address;
}

/** What hosts with pages have. */
interface PageHost {
  readonly document?: { readonly baseURI?: string };
  readonly location?: { readonly href?: string };
}

/** The address relative to that of the page or the script, as `fetch` takes it; as it is where there is neither. */
function addressOnPage(address: string): string {
  const { document, location } = globalThis as PageHost;
  try {
    return new URL(address, document?.baseURI ?? location?.href).href;
  } catch {
    return address;
  }
}
