import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { DynamicClient, type MethodTypes, type RequestHandler, type ServiceDescriptor } from '@wsdl-codegen/runtime';
import { frontDoor } from '@wsdl-codegen/runtime/node';
import { accessTransport } from '../calls/http-transport.js';
import { inputsOrConfig } from '../config/config-inputs.js';
import { given } from '../config/given.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visible } from '../diagnostics/format.js';
import { mockContract } from '../mock/mock-contract.js';
import { nameOfHost, noListener, type RunningMock } from '../mock/serve.js';
import { readServedContract } from '../mock/services.js';
import { disk } from '../output/disk.js';
import type { HttpAccess } from '../source/http-access.js';
import { readHeaderBlocks } from './call-input.js';
import { callTargets } from './call-targets.js';
import { readHttpAccess } from './http-options.js';
import type { McpCommandOptions } from './options.js';
import { printDiagnostics } from './report.js';
import { loadSidePackage } from './side-packages.js';
import { stopping, untilAborted } from './stopping.js';
import type { Terminal } from './terminal.js';

/** What the command needs of the package for tools. */
interface McpPackage {
  mcpHandler(services: readonly object[], options: object): RequestHandler;
}

/** What of its entry for the standard input and output. */
interface StdioPackage {
  serveStdio(services: readonly object[], options: object): { readonly ended: Promise<void>; close(): Promise<void> };
}

const tokenVariable = 'CODEGEN_MCP_TOKEN';
/** Milliseconds in which requests may finish when the server closes. */
const closingMs = 2000;

/**
 * `codegen mcp`: offers operations as tools of assistants, until the standard input ends or it is stopped. The standard output belongs to the protocol:
 * everything else goes to standard error. Exit code 1 when it cannot start.
 */
export async function mcpCommand(asked: McpCommandOptions, terminal: Terminal): Promise<number> {
  const stop = stopping(terminal);
  const [options, wrong] = await inputsOrConfig(asked, terminal.workingFolder);
  const [prepared, found] = hasErrors(wrong) ? [undefined, wrong] : await prepare(options, terminal);
  const [running, problems] = prepared === undefined ? [undefined, []] : await open(prepared, options, terminal);
  printDiagnostics([...found, ...problems], terminal, { allMessages: options.allMessages ?? false });
  try {
    if (running === undefined) {
      return 1;
    }
    await Promise.race([running.ended, untilAborted(stop.signal)]);
    await running.close();
    return 0;
  } finally {
    await prepared?.mock?.close();
    stop.end();
  }
}

/** What tools are made of. */
interface Prepared {
  readonly services: readonly object[];
  readonly toolOptions: object;
  readonly mock: RunningMock | undefined;
}

interface Running {
  readonly ended: Promise<unknown>;
  close(): Promise<unknown>;
}

async function prepare(options: McpCommandOptions, terminal: Terminal): Promise<Result<Prepared | undefined>> {
  const { workingFolder } = terminal;
  const [{ services, assumed }, found] = await readServedContract({ ...options, workingFolder });
  if (hasErrors(found)) {
    return [undefined, found];
  }
  for (const [name, value] of Object.entries(assumed)) {
    terminal.err(`{${visible(name)}} is ${visible(value)}; --define ${visible(name)}=VALUE gives another value\n`);
  }
  const [annotations, unreadable] = annotationsOf(options, terminal);
  const [headerBlocks, wrongBlocks] = await readHeaderBlocks(options, new Map(), terminal);
  const [targets, foreign] = callTargets(
    services.flatMap(({ ports }) => ports),
    options.inputs,
    options,
  );
  const [access, refused] = await readHttpAccess(options, targets, terminal);
  const problems = [...found, ...unreadable, ...wrongBlocks, ...foreign, ...refused];
  if (hasErrors(problems)) {
    return [undefined, problems];
  }
  const [mock, unmocked] = options.mock === true ? await mocked(options, terminal) : [undefined, []];
  const [clients, uncallable] = hasErrors(unmocked) ? [[], unmocked] : clientsOf(services, { options, mock, access });
  if (hasErrors(uncallable)) {
    await mock?.close();
    return [undefined, [...problems, ...uncallable]];
  }
  const { tool: tools, readOnly } = options;
  const secrets = secretsOf(access, headerBlocks);
  return [
    {
      services: clients.map((each) => ({ ...each, headerBlocks })),
      toolOptions: { ...given({ tools, readOnly, annotations }), secrets },
      mock,
    },
    [...problems, ...uncallable],
  ];
}

/** The table of what operations do. */
function annotationsOf(
  { annotations: file }: McpCommandOptions,
  { workingFolder }: Terminal,
): Result<object | undefined> {
  if (file === undefined) {
    return [undefined, []];
  }
  const bytes = disk.bytes(resolve(workingFolder, file));
  try {
    const table: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof table === 'object' && table !== null && !Array.isArray(table)) {
      return [table, []];
    }
  } catch {
    // The same mistake as a table of another form.
  }
  const advice = 'give a file such as {"GetPrice": {"readOnly": true}}.';
  return [undefined, [diagnostic('config/usage', { problem: `--annotations ${file} is no table in JSON.`, advice })]];
}

/** Answers in the place of the services, at an address of this computer that nobody else is told. */
async function mocked(
  { inputs, define, allowRemote }: McpCommandOptions,
  { workingFolder }: Terminal,
): Promise<Result<RunningMock | undefined>> {
  const read = { inputs, ...given({ define, allowRemote }), workingFolder };
  const { mock, diagnostics } = await mockContract({ ...read, port: 0, host: '127.0.0.1' });
  return [mock, mock === undefined ? diagnostics : []];
}

/** Where services are, and how they are reached. */
interface Reached {
  readonly options: McpCommandOptions;
  readonly mock: RunningMock | undefined;
  readonly access: HttpAccess;
}

function clientsOf(services: readonly ServiceDescriptor[], reached: Reached): Result<readonly object[]> {
  const problems: Diagnostic[] = [];
  const clients = services.flatMap((service) => {
    const address = addressOf(service, services.length, reached);
    if (reached.mock === undefined && service.ports.some(({ security = [] }) => security.length > 0)) {
      problems.push(diagnostic('call/unprotected', { service: service.name }));
    }
    try {
      const client = new DynamicClient(service as ServiceDescriptor<Record<string, MethodTypes>>, {
        security: 'unprotected',
        namespaces: {},
        ...given({ address }),
        ...(reached.mock === undefined && { transport: accessTransport(reached.access) }),
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
  { options: { address }, mock }: Reached,
): string | undefined {
  if (mock !== undefined) {
    return mock.addresses.get(name)?.[0];
  }
  if (address === undefined || count === 1) {
    return address;
  }
  // Of several services each has the path of its WSDL.
  const path = (first?.address ?? `/${name}`).replace(/^(?:\{[^{}]*\}|[a-z][a-z0-9+.-]*:\/\/[^/?#]*)/i, '');
  return address.replace(/\/+$/, '') + path;
}

/** What no model may see: everything that the user gave for the service alone. */
function secretsOf({ headers = [], user, tls }: HttpAccess, headerBlocks: unknown): readonly string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      texts.push(value);
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(collect);
    }
  };
  collect([
    headers.map(([, value]) => [value, value.replace(/^\S+ +/, '')]),
    user?.password,
    tls?.passphrase,
    headerBlocks,
  ]);
  return texts;
}

async function open(
  { services, toolOptions }: Prepared,
  options: McpCommandOptions,
  terminal: Terminal,
): Promise<Result<Running | undefined>> {
  const [main, missing] = await loadSidePackage<McpPackage>('mcp', terminal);
  const [stdio] = await loadSidePackage<StdioPackage>('mcp', terminal, '/stdio');
  if (main === undefined || stdio === undefined) {
    return [undefined, missing];
  }
  const { port = 8931, host = '127.0.0.1' } = options;
  try {
    if (options.http !== true) {
      return [stdio.serveStdio(services, toolOptions), []];
    }
    const given = terminal.environment[tokenVariable];
    const token = given ?? randomBytes(24).toString('base64url');
    const server = await frontDoor(main.mcpHandler(services, { ...toolOptions, token })).listen(port, host);
    const shown = given === undefined ? `, with the token ${token}` : '';
    terminal.err(`listening on http://${nameOfHost(host)}:${server.port}/mcp${shown} (press Ctrl+C to stop)\n`);
    return [{ ended: new Promise(() => undefined), close: () => server.close(closingMs) }, []];
  } catch (error) {
    return [undefined, [refusal(error, { port, host })]];
  }
}

function refusal(error: unknown, at: { readonly port: number; readonly host: string }): Diagnostic {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof TypeError && code === undefined) {
    return diagnostic('config/usage', { problem: error.message, advice: 'correct the option, or leave it out.' });
  }
  return noListener(at, error as NodeJS.ErrnoException);
}
