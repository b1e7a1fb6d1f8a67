import { type FrontDoorOptions, type ServerExchange, serverExchanges } from '@wsdl-codegen/runtime';
import { frontDoor, type ListeningServer, type NodeServer } from '@wsdl-codegen/runtime/node';
import { inputsOrConfig } from '../config/config-inputs.js';
import { given } from '../config/given.js';
import { hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visible } from '../diagnostics/format.js';
import { nameOfHost, type RunningMock } from '../mock/serve.js';
import { readServedContract, type ServedContract } from '../mock/services.js';
import type { GatewayCommandOptions } from './options.js';
import { offerRefusal, type ReachedServices, reachServices } from './reached-services.js';
import { assumedText, printEvent, printFound } from './report.js';
import { loadSidePackage } from './side-packages.js';
import { closingMs, stopping, untilAborted } from './stopping.js';
import type { Terminal } from './terminal.js';

/** What the command needs of the package for gateways. */
interface GatewayPackage {
  createGateway(options: object): NodeServer;
}

/** `codegen gateway`: offers services as JSON until it is stopped. Exit code 1 when it cannot start. */
export async function gatewayCommand(options: GatewayCommandOptions, terminal: Terminal): Promise<number> {
  const stop = stopping(terminal);
  try {
    const [running, found] = await start(options, terminal);
    printFound(options, found, terminal);
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
  const [reached, problems] = await reachServices(contract.services, options, terminal);
  if (reached === undefined) {
    return [undefined, [...found, ...problems]];
  }
  const [running, refused] = await open(module, { options, contract, reached }, terminal);
  if (running === undefined) {
    await reached.mock?.close();
  }
  return [running, [...found, ...problems, ...refused]];
}

/** What a gateway is opened for. */
interface Wanted {
  readonly options: GatewayCommandOptions;
  readonly contract: ServedContract;
  readonly reached: ReachedServices;
}

async function open(
  { createGateway }: GatewayPackage,
  { options, contract, reached }: Wanted,
  terminal: Terminal,
): Promise<Result<Running | undefined>> {
  const { port = 8080, host = 'localhost', cors, safe, members } = options;
  const sites: FrontDoorOptions = cors === true ? { cors: { origins: '*' }, trustedOrigins: '*' } : {};
  try {
    const gateway = createGateway({
      services: reached.services.map(({ client }) => ({ client, validateAnswers: options.lenient !== true })),
      door: frontDoor,
      onExchange: serverExchanges((exchange) => line(exchange, options, terminal)),
      ...sites,
      ...options.doors?.openapi,
      ...given({ safe, members }),
    });
    const server = await gateway.listen(port, host);
    listening(options, terminal, contract, `http://${nameOfHost(host)}:${server.port}`);
    return [{ server, mock: reached.mock }, []];
  } catch (error) {
    return [undefined, [offerRefusal(error, { port, host })]];
  }
}

function listening(
  { json }: GatewayCommandOptions,
  terminal: Terminal,
  { services, assumed }: ServedContract,
  url: string,
): void {
  if (json === true) {
    const names = services.map(({ name }) => name);
    printEvent<'gateway'>({ event: 'listening', url, services: names, assumed }, terminal);
    return;
  }
  for (const { name, operations } of services) {
    terminal.out(`${visible(name)}: ${Object.keys(operations).length} operations\n`);
  }
  terminal.out(assumedText(assumed));
  terminal.out(`listening on ${url} (press Ctrl+C to stop)\n`);
}

function line(exchange: ServerExchange, { json }: GatewayCommandOptions, terminal: Terminal): void {
  const { operation, request, response, durationMs } = exchange;
  const milliseconds = Math.round(durationMs);
  if (json === true) {
    const { method, url } = request;
    printEvent<'gateway'>(
      { event: 'exchange', method, url, operation, status: response.status, milliseconds },
      terminal,
    );
  } else {
    const text = `${request.method} ${request.url} ${response.status} ${milliseconds} ms`;
    terminal.out(`${visible(text)}\n`);
  }
}
