import type { OptionKind } from '../base/options.js';
import { withoutEndSlashes } from '../http/urls.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import { TextCache } from './base/text-cache.js';
import { createServerCore } from './core.js';
import { requireRegistrations, type ServiceRegistration } from './handlers/registration.js';
import { type DescribedService, describedService, singleDocument } from './pages/served-documents.js';
import { servedServices } from './pages/served-services.js';
import { bareServerOptions, checkServerOptions, type ServerOptions } from './settings/options.js';
import { answerWhole } from './whole-request.js';
import type { WireRequest, WireResponse } from './wire/wire.js';

/** Options of a service behind somebody else's listener: those of a server, without what the listener decides. */
export type MountedServiceOptions = Omit<ServerOptions, 'services' | 'pages' | 'cors' | 'trustedOrigins'>;

const { services: _, cors: __, trustedOrigins: ___, ...kinds } = bareServerOptions;

/** Throws `TypeError` as `createServer` does, for options of a function of a package. `own` are the kinds of those that it has besides. */
export function checkMountedOptions(
  owner: string,
  options: MountedServiceOptions,
  own: Readonly<Record<string, OptionKind>>,
): void {
  checkServerOptions(owner, options, { ...kinds, ...own }, []);
}

/** A service behind somebody else's listener. */
export interface MountedService {
  /** The service, as it is served. */
  readonly descriptor: ServiceDescriptor;
  /** Its WSDL with everything that it imports in one document, addresses below `baseUrl` and `basePath`; undefined for a service without documents. */
  readonly wsdl: string | undefined;
  /** Makes what answers requests whose bodies are there. It takes header blocks of these names for processed by the listener, as the option `understoodHeaders`. */
  handler(understood?: readonly string[]): MountedHandler;
}

/** Answers a request of the listener. Does not reject. */
export type MountedHandler = (request: WireRequest) => WireResponse | Promise<WireResponse>;

/** Mounts a service on a listener that finds services and shows their WSDL by itself. Throws as `createServer` does, for options that were checked before. */
export async function mountService(
  registration: ServiceRegistration,
  options: MountedServiceOptions,
): Promise<MountedService> {
  requireRegistrations([registration]);
  const descriptor = servedServices([registration])[0]?.descriptor ?? registration.descriptor;
  const wsdl = wsdlOf(await describedService(descriptor), options);
  const handler = (understood: readonly string[] = []): MountedHandler => {
    const understoodHeaders = [...(options.understoodHeaders ?? []), ...understood];
    const core = createServerCore({ ...options, services: [registration], understoodHeaders }, undefined, new Map());
    return (request) => answerWhole(core, request);
  };
  return { descriptor, wsdl, handler };
}

function wsdlOf(service: DescribedService, options: MountedServiceOptions): string | undefined {
  const base = withoutEndSlashes(options.baseUrl ?? 'http://localhost') + (options.basePath ?? '');
  const { namespaces = {} } = options;
  return singleDocument(service, { base, page: base, namespaces, metadata: 'asmx', texts: new TextCache(0) });
}
