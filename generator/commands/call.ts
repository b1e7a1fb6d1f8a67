import type { TransportRequest } from '@wsdl-codegen/runtime';
import {
  type CallOperationOptions,
  type CallResult,
  demandsOf,
  noTransport,
  type PreparedCall,
  prepareFound,
  requestOf,
  sendCall,
} from '../calls/call.js';
import { curlCommand } from '../calls/curl.js';
import { requestText, responseText, textOfBody } from '../calls/http-text.js';
import { accessTransport } from '../calls/http-transport.js';
import { masker } from '../calls/masker.js';
import { type FoundOperation, findOperation } from '../calls/operations.js';
import { type HiddenSecret, hideSecrets, partsOf } from '../calls/secrets.js';
import { given } from '../config/given.js';
import { hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visible, visibleJson, visibleLines } from '../diagnostics/format.js';
import { publicAddress, withoutUser } from '../diagnostics/public-address.js';
import { descriptorsOf } from '../memory/descriptors.js';
import type { HttpAccess } from '../source/http-access.js';
import { askForMissing, readCallInput, readHeaderBlocks } from './call-input.js';
import { securityOf } from './call-security.js';
import { callTargets } from './call-targets.js';
import { listOperations, readServices, withoutInput } from './called-services.js';
import { readHttpAccess } from './http-options.js';
import type { CallCommandOptions } from './options.js';
import { printDiagnostics } from './report.js';
import { rememberingAnswers, type Terminal } from './terminal.js';

/** Exit codes: an answer; a mistake or a failure; a fault of the service. */
const answered = 0;
const failed = 1;
const faulted = 3;

const statuses: Readonly<Record<CallResult['kind'], number>> = { answer: answered, fault: faulted, failed };

/**
 * `codegen call`: calls an operation once. The result is JSON on standard output, everything else goes to standard error. Exit code
 * 0 for an answer, 1 for a mistake or a failure, 3 for a fault of the service.
 */
export async function callCommand(options: CallCommandOptions, given: Terminal): Promise<number> {
  const terminal = rememberingAnswers(given);
  const [status, problems] = await runCall(withoutInput(options, terminal.workingFolder), terminal);
  printDiagnostics(problems, terminal);
  return hasErrors(problems) && status === answered ? failed : status;
}

async function runCall(options: CallCommandOptions, terminal: Terminal): Promise<Result<number>> {
  const [all, unreadable] = await readServices(options, terminal);
  const [read] = all;
  if (read === undefined) {
    return [failed, unreadable];
  }
  if (options.operation === undefined) {
    return [failed, listOperations(all, options.input, 'call', terminal)];
  }
  const { services } = descriptorsOf(read.contract);
  const [found, unknown] = findOperation(services, options.operation);
  if (found === undefined) {
    return [failed, unknown];
  }
  const [input, wrong] = await readCallInput(options, terminal);
  const variables = new Map(input.variables);
  const [headerBlocks, wrongBlocks] = await readHeaderBlocks(options, variables, terminal);
  if (wrong.length + wrongBlocks.length > 0) {
    return [failed, [...wrong, ...wrongBlocks]];
  }
  const json = await askForMissing(found.operation, input.json, terminal);
  const { placeholders, inputs } = read;
  const call: WantedCall = { found, json, headerBlocks, variables, placeholders, inputs };
  return options.curl || options.dryRun ? showRequest(call, options, terminal) : sendRequest(call, options, terminal);
}

/** A call as the command line says it. */
interface WantedCall {
  readonly found: FoundOperation;
  readonly json: unknown;
  readonly headerBlocks: Readonly<Record<string, unknown>>;
  readonly variables: ReadonlyMap<string, string>;
  readonly placeholders: Readonly<Record<string, string>>;
  /** The descriptors that it was found in. */
  readonly inputs: readonly string[];
}

function callOptions(
  { json, headerBlocks, placeholders }: WantedCall,
  options: CallCommandOptions,
): CallOperationOptions {
  const { binding, port, address, timeout, validate } = options;
  return {
    json,
    headerBlocks,
    placeholders,
    ...given({ binding, port, address, validate, timeoutMs: timeout && timeout * 1000 }),
  };
}

/** Prints the request, or the command of curl for it. Credentials are not in it, unless `--raw` asks for those of the body. */
async function showRequest(
  wanted: WantedCall,
  options: CallCommandOptions,
  terminal: Terminal,
): Promise<Result<number>> {
  const [checked, problems] = prepareFound(wanted.found, { ...callOptions(wanted, options), transport: noTransport });
  if (checked === undefined) {
    return [failed, problems];
  }
  const [whole, unwritable] = await requestOf(checked);
  if (whole === undefined) {
    return [failed, unwritable];
  }
  const isRaw = options.raw === true && options.dryRun === true;
  const { request, secrets } = isRaw ? { request: whole, secrets: [] } : await withoutSecrets(wanted, options, whole);
  const shown = { ...request, url: isRaw ? request.url : shownAddress(request.url, secrets) };
  const text = options.curl
    ? `${curlCommand(shown, curlOptions(options, secrets))}\n`
    : dryText(shown, secrets, options);
  terminal.out(visibleLines(text));
  return [answered, []];
}

/** An address without credentials, in which stand-ins stay. */
function shownAddress(url: string, secrets: readonly HiddenSecret[]): string {
  return withoutUser(secrets.some(({ token }) => url.includes(token)) ? url : masker.text(url));
}

function dryText(request: TransportRequest, secrets: readonly HiddenSecret[], options: CallCommandOptions): string {
  const text = `${request.url}\n\n${requestText(request, hiddenFields(options))}`;
  return partsOf(text, secrets)
    .map((part) => (typeof part === 'string' ? part : '***'))
    .join('');
}

/** The header fields that the options add. */
function hiddenFields({ header = [], user }: CallCommandOptions): readonly string[] {
  const named = header.map((text) => (/[$@]/.test(text) ? `${text.split(':', 1)[0]}: ***` : text));
  return user === undefined ? named : [...named, 'Authorization: Basic ***'];
}

function curlOptions(options: CallCommandOptions, secrets: readonly HiddenSecret[]): Parameters<typeof curlCommand>[1] {
  const { header: headers, user, cert, key, pfx, ca, timeout: timeoutSeconds } = options;
  const proxy = options.proxy && publicAddress(options.proxy);
  return { secrets, ...given({ headers, user, cert, key, pfx, ca, proxy, timeoutSeconds }) };
}

/** The request with stand-ins for credentials. Where one is of a type that has no place for a stand-in, it is masked. */
async function withoutSecrets(
  wanted: WantedCall,
  options: CallCommandOptions,
  whole: TransportRequest,
): Promise<{ readonly request: TransportRequest; readonly secrets: readonly HiddenSecret[] }> {
  const isSecret = (name: string): boolean => masker.isSecret(name);
  const all = { input: wanted.json, blocks: wanted.headerBlocks };
  const { json, secrets } = hideSecrets(all, isSecret, wanted.variables);
  const { input, blocks } = json as { readonly input: unknown; readonly blocks: WantedCall['headerBlocks'] };
  const hidden = { ...callOptions({ ...wanted, json: input, headerBlocks: blocks }, options), validate: false };
  const [call] = secrets.length === 0 ? [] : prepareFound(wanted.found, { ...hidden, transport: noTransport });
  const [request] = call === undefined ? [] : await requestOf(call);
  if (request !== undefined) {
    return { request, secrets };
  }
  const body = typeof whole.body === 'string' ? masker.text(whole.body) : whole.body;
  return { request: { ...whole, url: masker.text(whole.url), ...(body !== undefined && { body }) }, secrets: [] };
}

async function sendRequest(
  wanted: WantedCall,
  options: CallCommandOptions,
  terminal: Terminal,
): Promise<Result<number>> {
  const [target, untrusted] = callTargets(wanted.found.service.ports, wanted.inputs, options);
  const [access, refused] = await readHttpAccess(options, target, terminal);
  const problems = [...untrusted, ...refused];
  if (problems.length > 0) {
    return [failed, problems];
  }
  const demands = demandsOf(wanted.found, options);
  const [{ security, access: rest }, found] = await securityOf(
    demands,
    wanted.found.service.name,
    options,
    access,
    terminal,
  );
  if (hasErrors(found)) {
    return [failed, found];
  }
  const timeout = options.timeout === undefined ? {} : { timeout: options.timeout * 1000 };
  const transport = accessTransport({ ...rest, ...timeout });
  const [call, wrong] = prepareFound(wanted.found, {
    ...callOptions(wanted, options),
    transport,
    ...given({ security }),
  });
  if (call === undefined) {
    return [failed, wrong];
  }
  const result = await sendCall(call);
  if (options.verbose) {
    printExchange(result, call, access, terminal);
  }
  printResult(result, options, terminal);
  return [statuses[result.kind], [...found, ...result.diagnostics]];
}

function printResult(result: CallResult, { raw }: CallCommandOptions, terminal: Terminal): void {
  if (raw) {
    if (result.response !== undefined) {
      const { body } = result.response;
      terminal.outBytes === undefined ? terminal.out(textOfBody(body)) : terminal.outBytes(body);
    }
    return;
  }
  switch (result.kind) {
    case 'answer':
      terminal.out(`${visibleJson(JSON.stringify(result.answer, null, 2))}\n`);
      break;
    case 'fault':
      terminal.out(`${visibleJson(JSON.stringify({ fault: result.fault }, null, 2))}\n`);
      break;
    case 'failed':
      break;
  }
}

/** Both sides of a call on standard error, without credentials. */
function printExchange(result: CallResult, call: PreparedCall, access: HttpAccess, terminal: Terminal): void {
  const { request, response } = result;
  const fields = [
    ...(access.headers ?? []).map(([name]) => `${name}: ***`),
    ...(access.user ? ['Authorization: Basic ***'] : []),
  ];
  const known = [...(access.headers ?? []).map(([, value]) => value), access.user?.password ?? ''];
  const mask = (text: string): string =>
    known
      .filter((secret) => secret.length > 3)
      .reduce((rest, secret) => rest.replaceAll(secret, '***'), masker.text(text));
  const print = (mark: string, text: string): void => {
    const lines = text.trimEnd().split('\n');
    terminal.err(lines.map((line) => `${mark} ${visible(line)}\n`).join(''));
  };
  if (request !== undefined) {
    print('>', `${mask(withoutUser(request.url))} over ${call.binding}\n${requestText(request, fields, mask)}`);
  }
  if (response !== undefined) {
    print('<', responseText(response, mask));
  }
}
