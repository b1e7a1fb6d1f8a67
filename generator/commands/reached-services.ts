import { DynamicClient, type MethodTypes, type ServiceDescriptor, type Transport } from '@wsdl-codegen/runtime';
import { withoutEndSlashes } from '@wsdl-codegen/runtime/extend';
import { accessTransport } from '../calls/http-transport.js';
import { given } from '../config/given.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { mockContract } from '../mock/mock-contract.js';
import { noListener, type RunningMock } from '../mock/serve.js';
import type { HttpAccess } from '../source/http-access.js';
import { callTargets } from './call-targets.js';
import { type HttpOptions, readHttpAccess } from './http-options.js';
import type { ReachOptions } from './options.js';
import type { Terminal } from './terminal.js';

/** Services that can be called. */
export interface ReachedServices {
  readonly services: readonly {
    readonly service: ServiceDescriptor;
    readonly client: DynamicClient<Record<string, MethodTypes>>;
  }[];
  /** What the user gave for the services. */
  readonly access: HttpAccess;
  /** What answers in the place of the services; whoever asked for it closes it. */
  readonly mock: RunningMock | undefined;
}

/** Makes clients of services, of a mock of them if the options say so. Credentials go where those of `codegen call` go. */
export async function reachServices(
  services: readonly ServiceDescriptor[],
  options: ReachOptions,
  terminal: Terminal,
): Promise<Result<ReachedServices | undefined>> {
  const ports = services.flatMap((service) => service.ports);
  const [targets, foreign] = callTargets(ports, options.inputs, options);
  const [access, refused] = await readHttpAccess(options, targets, terminal);
  if (hasErrors([...foreign, ...refused])) {
    return [undefined, [...foreign, ...refused]];
  }
  const [mock, unmocked] = options.mock === true ? await mocked(options, terminal) : [undefined, []];
  if (hasErrors(unmocked)) {
    return [undefined, unmocked];
  }
  const transport = mock === undefined && isGiven(options) ? accessTransport(access) : undefined;
  const [reached, problems] = clientsOf(services, { address: options.address, mock, transport });
  if (hasErrors(problems)) {
    await mock?.close();
    return [undefined, problems];
  }
  return [{ services: reached, access, mock }, [...foreign, ...refused, ...problems]];
}

/** Without any of these the clients have their own transport, which streams. */
function isGiven({ header, user, cert, key, pfx, ca, proxy }: HttpOptions): boolean {
  return [header, user, cert, key, pfx, ca, proxy].some((each) => each !== undefined);
}

/** Answers in the place of the services, at an address of this computer that nobody else is told. */
async function mocked(
  { inputs, define, allowRemote }: ReachOptions,
  { workingFolder }: Terminal,
): Promise<Result<RunningMock | undefined>> {
  const read = { inputs, ...given({ define, allowRemote }), workingFolder };
  // Its findings about the inputs are those of the command.
  const { mock, diagnostics } = await mockContract({ ...read, port: 0, host: '127.0.0.1' });
  return [mock, mock === undefined ? diagnostics : []];
}

/** Where services are, and how they are reached. */
interface Place {
  readonly address: string | undefined;
  readonly mock: RunningMock | undefined;
  readonly transport: Transport | undefined;
}

function clientsOf(services: readonly ServiceDescriptor[], place: Place): Result<ReachedServices['services']> {
  const problems: Diagnostic[] = [];
  const clients = services.flatMap((service) => {
    const address = addressOf(service, services.length, place);
    if (place.mock === undefined && service.ports.some(({ security = [] }) => security.length > 0)) {
      problems.push(diagnostic('call/unprotected', { service: service.name }));
    }
    try {
      const client = new DynamicClient(service as ServiceDescriptor<Record<string, MethodTypes>>, {
        security: 'unprotected',
        namespaces: {},
        ...given({ address, transport: place.transport }),
      });
      return [{ service, client }];
    } catch (error) {
      if (!(error instanceof TypeError)) {
        throw error;
      }
      problems.push(diagnostic('call/address', { service: service.name, address }));
      return [];
    }
  });
  return [clients, problems];
}

/** Where a service is: the mock, the address that the user named, or that of its WSDL. */
function addressOf(
  { name, ports: [first] }: ServiceDescriptor,
  count: number,
  { address, mock }: Place,
): string | undefined {
  if (mock !== undefined) {
    return mock.addresses.get(name)?.[0];
  }
  if (address === undefined || count === 1) {
    return address;
  }
  // Of several services each has the path of its WSDL: whatever stands there, it does not become a part of the host.
  const path = (first?.address ?? name).replace(/^(?:\{[^{}]*\}|[a-z][a-z0-9+.-]*:\/\/[^/?#]*)/i, '');
  return `${withoutEndSlashes(address)}${/^[/?]/.test(path) ? '' : '/'}${path}`;
}

/** Why nothing can be offered: an option that does not fit, or an address that cannot be listened on. */
export function offerRefusal(error: unknown, at: { readonly port: number; readonly host: string }): Diagnostic {
  if (error instanceof TypeError && (error as { readonly code?: string }).code === undefined) {
    return diagnostic('config/usage', { problem: error.message, advice: 'correct the option, or leave it out.' });
  }
  return noListener(at, error as NodeJS.ErrnoException);
}
