import { didYouMean } from '../../base/nearest.js';
import { parseUrl, rebaseAddress, writtenAddress } from '../../http/urls.js';
import type { BindingKind, OperationDescriptor, PortDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import { type Facts, factsAt } from '../../service/facts.js';
import type { NamespaceTranslation } from '../../service/translation.js';

/** The options that decide where calls go. */
interface EndpointOptions {
  readonly baseUrl?: string | undefined;
  readonly address?: string | undefined;
  readonly port?: string | undefined;
}

/** The facts on which the addresses of a client depend. */
interface EndpointContext {
  readonly service: ServiceDescriptor<unknown>;
  readonly translation: NamespaceTranslation;
  /** `address` removes credentials from the quotations in messages. */
  readonly maskers: { readonly common: { address(text: string): string } };
}

/** The bindings of clients that name none, in the order of preference. */
const preference: readonly BindingKind[] = ['soap11', 'soap12', 'httpPost', 'httpGet'];

/** The first of soap11, soap12, httpPost, httpGet for which the service has a port. Throws `TypeError` if there is none. */
export function defaultBinding({ name, ports }: ServiceDescriptor<unknown>, port?: string): BindingKind {
  const kinds = ports.filter((each) => (port ?? each.name) === each.name).map(({ binding }) => binding);
  const kind = preference.find((binding) => kinds.includes(binding));
  if (kind === undefined) {
    throw new TypeError(`${name} has no port${port === undefined ? '' : ` "${port}"`} that can be called.`);
  }
  return kind;
}

/**
 * The port to call for a binding, and its absolute address: `address`; else `declared`, which is that of the WSDL, with `baseUrl` in the place of its
 * placeholder or of its scheme and authority. Throws `TypeError` if the service has no port, or these do not result in an address.
 */
export function endpointOf(
  context: EndpointContext,
  binding: BindingKind,
  operation: OperationDescriptor | undefined,
  { port: wanted, baseUrl, address: given }: EndpointOptions,
  declared?: string,
): { readonly port: PortDescriptor; readonly address: string } {
  const { service, translation } = context;
  const { name, ports } = service;
  const facts = operation?.[binding];
  const offering = ports.filter((each) => each.binding === binding && (!facts || factsAt<Facts>(facts, each.name)));
  const port = offering.find((each) => each.name === wanted) ?? offering[0];
  if (port === undefined) {
    const kinds = [...new Set(ports.map((each) => each.binding))];
    const advice = didYouMean(String(binding), kinds) || '.';
    throw new TypeError(`${name} has no port for ${String(binding)}; it has ${kinds.join(', ')}${advice}`);
  }
  const open = declared ?? (port.address && (translation.address?.(port.address) ?? port.address));
  const address = given ?? (open && baseUrl !== undefined ? rebaseAddress(open, baseUrl.trim()) : open);
  if (!address || address.startsWith('{')) {
    throw new TypeError(`${name} needs the option ${open ? 'baseUrl' : 'address'}: its WSDL leaves its address open.`);
  }
  return { port, address: absoluteAddress(context, address) };
}

/**
 * An address as requests name it. One that begins with `/`, `./` or `../` is relative to the page, where there is one. Throws `TypeError` for an address
 * that is not of HTTP.
 */
export function absoluteAddress({ service, maskers }: EndpointContext, given: string): string {
  const trimmed = given.trim();
  const address = /^\.{0,2}\//.test(trimmed) ? addressOnPage(trimmed) : trimmed;
  if (parseUrl(address) === undefined || !/^https?:\/\/[^\s\0-\x1f/?#{}\\]+([/?#][^\0-\x1f]*)?$/i.test(address)) {
    throw new TypeError(
      `${service.name} cannot be called at "${maskers.common.address(address)}": it is not an http: or https: address.`,
    );
  }
  return writtenAddress(address);
}

/** The global objects of hosts with pages. */
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
