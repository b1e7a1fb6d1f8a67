import {
  type BindingKind,
  type ClientOptions,
  DynamicClient,
  type FrontDoorOptions,
  type MethodTypes,
  type ServerExchange,
  type ServiceDescriptor,
  serverExchanges,
  type Transport,
} from '@wsdl-codegen/runtime';
import { frontDoor, type ListeningServer, type NodeServer } from '@wsdl-codegen/runtime/node';
import { accessTransport } from '../calls/http-transport.js';
import { inputsOrConfig } from '../config/config-inputs.js';
import { given } from '../config/given.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { diagnosticsToJson, visible, visibleJson } from '../diagnostics/format.js';
import { mockContract } from '../mock/mock-contract.js';
import { nameOfHost, noListener, type RunningMock } from '../mock/serve.js';
import { readServedContract, type ServedContract } from '../mock/services.js';
import { readHttpAccess } from './http-options.js';
import type { GatewayCommandOptions } from './options.js';
import { printDiagnostics } from './report.js';
import { loadSidePackage } from './side-packages.js';
import { stopping, untilAborted } from './stopping.js';
import type { Terminal } from './terminal.js';

/** What the command needs of the package for gateways. */
interface GatewayPackage {
  createGateway(options: object): NodeServer;
}

/** Milliseconds in which requests may finish when the gateway closes. */
const closingMs = 2000;

/** `codegen gateway`: offers services as JSON until it is stopped. Exit code 1 when it cannot start. */
export async function gatewayCommand(options: GatewayCommandOptions, terminal: Terminal): Promise<number> {
  const stop = stopping(terminal);
  try {
    const [running, found] = await start(options, terminal);
    tell(options, terminal, found);
    if (running === undefined) {
      return 1;
    }
    await untilAborted(stop.signal);
    await running.server.close(closingMs);
    await running.mock?.close();
    return 0;
  } finally {
    stop.end();
  }
}

interface Running {
  readonly server: ListeningServer;
  /** What answers in the place of the services. */
  readonly mock: RunningMock | undefined;
}

async function start(asked: GatewayCommandOptions, terminal: Terminal): Promise<Result<Running | undefined>> {
  const [options, wrong] = await inputsOrConfig(asked, terminal.workingFolder);
  if (hasErrors(wrong)) {
    return [undefined, wrong];
  }
  const { workingFolder } = terminal;
  const [contract, found] = await readServedContract({ ...options, workingFolder });
  if (hasErrors(found)) {
    return [undefined, found];
  }
  const [module, missing] = await loadSidePackage<GatewayPackage>('gateway', terminal);
  if (module === undefined) {
    return [undefined, [...found, ...missing]];
  }
  const [mock, unmocked] = options.mock === true ? await mocked(options, terminal) : [undefined, []];
  const [running, problems] = hasErrors(unmocked)
    ? [undefined, unmocked]
    : await open(module, { options, contract, mock }, terminal);
  if (running === undefined) {
    await mock?.close();
  }
  return [running, [...found, ...problems]];
}

/** Answers in the place of the services, at an address of this computer that nobody else is told. */
async function mocked(options: GatewayCommandOptions, terminal: Terminal): Promise<Result<RunningMock | undefined>> {
  const { inputs, define, allowRemote } = options;
  const read = { inputs, ...given({ define, allowRemote }), workingFolder: terminal.workingFolder };
  // Its findings about the inputs are those of the gateway.
  const { mock, diagnostics } = await mockContract({ ...read, port: 0, host: '127.0.0.1' });
  return [mock, mock === undefined ? diagnostics : []];
}

/** What a gateway is opened for. */
interface Wanted {
  readonly options: GatewayCommandOptions;
  readonly contract: ServedContract;
  readonly mock: RunningMock | undefined;
}

async function open(
  { createGateway }: GatewayPackage,
  wanted: Wanted,
  terminal: Terminal,
): Promise<Result<Running | undefined>> {
  const { options, contract, mock } = wanted;
  const [transport, unreadable] = await transportOf(options, terminal);
  if (hasErrors(unreadable)) {
    return [undefined, unreadable];
  }
  const [clients, problems] = clientsOf(wanted, transport);
  if (hasErrors(problems)) {
    return [undefined, problems];
  }
  const { port = 8080, host = 'localhost', cors, safe } = options;
  const sites: FrontDoorOptions = cors === true ? { cors: { origins: '*' }, trustedOrigins: '*' } : {};
  try {
    const gateway = createGateway({
      services: clients.map((client) => ({ client })),
      door: frontDoor,
      onExchange: serverExchanges((exchange) => line(exchange, options, terminal)),
      ...sites,
      ...given({ safe }),
    });
    const server = await gateway.listen(port, host);
    listening(options, terminal, contract, `http://${nameOfHost(host)}:${server.port}`);
    return [{ server, mock }, problems];
  } catch (error) {
    return [undefined, [...problems, refusal(error, { port, host })]];
  }
}

function refusal(error: unknown, at: { readonly port: number; readonly host: string }): Diagnostic {
  if (error instanceof TypeError && (error as { readonly code?: string }).code === undefined) {
    return diagnostic('config/usage', { problem: error.message, advice: 'correct the option, or leave it out.' });
  }
  return noListener(at, error as NodeJS.ErrnoException);
}

/** The transport with what the user gave for the services; undefined where that is nothing. */
async function transportOf(options: GatewayCommandOptions, terminal: Terminal): Promise<Result<Transport | undefined>> {
  const { header, user, cert, key, pfx, ca, proxy, insecure, address } = options;
  const isPlain = [header, user, cert, key, pfx, ca, proxy, insecure].every((each) => each === undefined);
  if (isPlain || options.mock === true) {
    return [undefined, []];
  }
  if (address === undefined) {
    const problem = 'Access to the service was given, but no --address.';
    const advice = 'add --address URL: credentials go to an address that you name alone.';
    return [undefined, [diagnostic('config/usage', { problem, advice })]];
  }
  const [access, problems] = await readHttpAccess(options, [address], terminal);
  return [accessTransport(access), problems];
}

type Client = DynamicClient<Record<string, MethodTypes>>;

function clientsOf(wanted: Wanted, transport: Transport | undefined): Result<readonly Client[]> {
  const clients: Client[] = [];
  const problems: Diagnostic[] = [];
  for (const service of wanted.contract.services) {
    const address = addressOf(service, wanted);
    try {
      clients.push(clientOf(service, address, transport));
    } catch (error) {
      if (!(error instanceof TypeError)) {
        throw error;
      }
      problems.push(diagnostic('call/address', { service: service.name, address }));
    }
    const isDemanded = service.ports.some(({ security = [] }) => security.length > 0);
    if (isDemanded && wanted.mock === undefined) {
      problems.push(diagnostic('call/unprotected', { service: service.name }));
    }
  }
  return [clients, problems];
}

function clientOf(service: ServiceDescriptor, address: string | undefined, transport: Transport | undefined): Client {
  const options: ClientOptions<BindingKind> = {
    security: 'unprotected',
    namespaces: {},
    ...given({ address, transport }),
  };
  return new DynamicClient(service as ServiceDescriptor<Record<string, MethodTypes>>, options);
}

/** Where a service is: the mock, the address that the user named, or that of its WSDL. */
function addressOf(
  { name, ports: [first] }: ServiceDescriptor,
  { options: { address }, contract, mock }: Wanted,
): string | undefined {
  if (mock !== undefined) {
    return mock.addresses.get(name)?.[0];
  }
  if (address === undefined || contract.services.length === 1) {
    return address;
  }
  // Of several services each has the path of its WSDL.
  const path = (first?.address ?? `/${name}`).replace(/^(?:\{[^{}]*\}|[a-z][a-z0-9+.-]*:\/\/[^/?#]*)/i, '');
  return address.replace(/\/+$/, '') + path;
}

function listening(
  { json }: GatewayCommandOptions,
  terminal: Terminal,
  { services, assumed }: ServedContract,
  url: string,
): void {
  if (json === true) {
    const names = services.map(({ name }) => name);
    event(terminal, { event: 'listening', url, services: names, assumed });
    return;
  }
  for (const { name, operations } of services) {
    terminal.out(`${visible(name)}: ${Object.keys(operations).length} operations\n`);
  }
  for (const [name, value] of Object.entries(assumed)) {
    terminal.out(`{${visible(name)}} is ${visible(value)}; --define ${visible(name)}=VALUE gives another value\n`);
  }
  terminal.out(`listening on ${url} (press Ctrl+C to stop)\n`);
}

function line(exchange: ServerExchange, { json }: GatewayCommandOptions, terminal: Terminal): void {
  const { operation, request, response, durationMs } = exchange;
  const milliseconds = Math.round(durationMs);
  if (json === true) {
    const { method, url } = request;
    event(terminal, { event: 'exchange', method, url, operation, status: response.status, milliseconds });
  } else {
    const text = `${request.method} ${request.url} ${response.status} ${milliseconds} ms`;
    terminal.out(`${visible(text)}\n`);
  }
}

function tell(options: GatewayCommandOptions, terminal: Terminal, found: readonly Diagnostic[]): void {
  if (options.json !== true) {
    printDiagnostics(found, terminal, { allMessages: options.allMessages ?? false });
  } else if (found.length > 0) {
    event(terminal, { event: 'diagnostics', diagnostics: diagnosticsToJson(found) });
  }
}

function event(terminal: Terminal, data: object): void {
  terminal.out(`${visibleJson(JSON.stringify(data))}\n`);
}
