import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { RequestHandler } from '@wsdl-codegen/runtime';
import { frontDoor } from '@wsdl-codegen/runtime/node';
import { inputsOrConfig } from '../config/config-inputs.js';
import { given } from '../config/given.js';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { nameOfHost, type RunningMock } from '../mock/serve.js';
import { readServedContract } from '../mock/services.js';
import { disk } from '../output/disk.js';
import type { HttpAccess } from '../source/http-access.js';
import { readHeaderBlocks } from './call-input.js';
import type { McpCommandOptions } from './options.js';
import { offerRefusal, reachServices } from './reached-services.js';
import { assumedText, printDiagnostics } from './report.js';
import { loadSidePackage } from './side-packages.js';
import { closingMs, stopping, untilAborted } from './stopping.js';
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
  terminal.err(assumedText(assumed));
  const [annotations, unreadable] = annotationsOf(options.annotations, terminal);
  const [headerBlocks, wrongBlocks] = await readHeaderBlocks(options, new Map(), terminal);
  const problems = [...found, ...unreadable, ...wrongBlocks];
  if (hasErrors(problems)) {
    return [undefined, problems];
  }
  const [reached, unreached] = await reachServices(services, options, terminal);
  if (reached === undefined) {
    return [undefined, [...problems, ...unreached]];
  }
  const { tool: tools, readOnly, members } = options;
  return [
    {
      services: reached.services.map((each) => ({ ...each, headerBlocks })),
      toolOptions: {
        ...options.doors?.mcp,
        ...given({ tools, readOnly, annotations, members }),
        secrets: secretsOf(reached.access, headerBlocks),
      },
      mock: reached.mock,
    },
    [...problems, ...unreached],
  ];
}

/** The table of what operations do. */
function annotationsOf(file: string | undefined, { workingFolder }: Terminal): Result<object | undefined> {
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

/** What no model may see: everything that the user gave for the service alone. */
function secretsOf({ headers = [], user, tls }: HttpAccess, headerBlocks: unknown): readonly string[] {
  const textsOf = (value: unknown): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [value].filter((each) => typeof each === 'string');
  const fields = headers.map(([, value]) => [value, value.replace(/^\S+ +/, '')]);
  return textsOf([fields, user?.password, tls?.passphrase, headerBlocks]);
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
    return [undefined, [offerRefusal(error, { port, host })]];
  }
}
