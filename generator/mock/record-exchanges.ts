import { resolve } from 'node:path';
import type { WireRequest, WireResponse } from '@wsdl-codegen/runtime';
import { parseUrl } from '@wsdl-codegen/runtime/extend';
import { textOfBody } from '../calls/http-text.js';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { HttpAccess } from '../source/http-access.js';
import { allowedSites, type ServerBehaviour } from './answering-server.js';
import { type CheckedRequest, ContractCheck, isDocumentRequest } from './contract-check.js';
import { LiveTargets, type Refusal } from './live-targets.js';
import { headerOf } from './message-text.js';
import { RecordingFolder, readRecordings, recordingOf } from './recording.js';
import { emptyServer, type PreparedServer, type ServeOptions, type StartedMock, serve } from './serve.js';
import { portPaths, readServedContract } from './services.js';
import { NoAnswerError, Upstream } from './upstream.js';

/** Options of `recordExchanges`. */
export interface RecordOptions extends ServeOptions {
  /** Address of the live service, or of its server: then it ends in `/`, or has no path. */
  readonly upstream: string;
  /** Folder for the recordings. */
  readonly recordings: string;
  /** What requests to the live service need. */
  readonly access?: Omit<HttpAccess, 'addresses'>;
}

/** `recordExchanges` of the programmatic interface. */
export function recordExchanges(options: RecordOptions): Promise<StartedMock> {
  return serve(() => prepareProxy(options), options, allowedSites(options));
}

async function prepareProxy(options: RecordOptions): Promise<Result<PreparedServer>> {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const [contract, found] = await readServedContract({ ...options, workingFolder });
  const base = parseUrl(options.upstream);
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    return [emptyServer(contract), [...found, diagnostic('config/usage', notAnAddress)]];
  }
  if (hasErrors(found)) {
    return [emptyServer(contract), found];
  }
  const folder = resolve(workingFolder, options.recordings);
  const [stored, problems] = await readRecordings(folder, options.recordings);
  const proxy = new RecordingProxy({
    live: { base, paths: contract.services.flatMap(portPaths) },
    targets: new LiveTargets(base, contract.services),
    upstream: new Upstream({ ...options.access, addresses: [base.href] }),
    check: new ContractCheck(contract.services, contract.declarations),
    folder: new RecordingFolder(folder, stored),
    behaviour: options,
  });
  const handle = (request: WireRequest): Promise<WireResponse> => proxy.handle(request);
  return [{ contract, files: contract.files, handle }, [...found, ...problems]];
}

const notAnAddress = {
  problem: 'The value of --record is not an http address.',
  advice: 'write for example --record https://shop.example/Shop.asmx.',
};

/** Where a live service is, and the paths that the contract gives to its services. */
interface LiveAddress {
  /** The service's own address; or that of its server, which ends in `/`. */
  readonly base: URL;
  readonly paths: readonly string[];
}

interface ProxyParts {
  readonly live: LiveAddress;
  readonly targets: LiveTargets;
  readonly upstream: Upstream;
  readonly check: ContractCheck;
  readonly folder: RecordingFolder;
  readonly behaviour: ServerBehaviour;
}

/** Passes requests on to a live service, and keeps the calls. */
class RecordingProxy {
  readonly #parts: ProxyParts;

  constructor(parts: ProxyParts) {
    this.#parts = parts;
  }

  async handle(request: WireRequest): Promise<WireResponse> {
    const { check, targets, behaviour } = this.#parts;
    const started = performance.now();
    const target = targets.find(request.method, request.url);
    const isCall = target instanceof URL && check.mayBeCall(request);
    const checked: CheckedRequest = isCall ? await check.request(request) : { breaches: [] };
    const { answer, note } = target instanceof URL ? await this.#exchange(request, target, checked) : refused(target);
    const breaches = behaviour.strict && isCall ? await this.#breaches(checked, answer) : [];
    const { call } = checked;
    behaviour.onExchange?.({
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      ...(call && { service: call.service.name, operation: call.operation.name, binding: call.binding }),
      status: answer.status,
      milliseconds: Math.round(performance.now() - started),
      ...(note !== undefined && { note }),
      breaches,
    });
    return answer;
  }

  async #exchange(request: WireRequest, target: URL, { call }: CheckedRequest): Promise<NotedAnswer> {
    const { upstream, folder } = this.#parts;
    try {
      const answer = await upstream.send(target, request);
      if (call === undefined) {
        return {
          answer:
            isDocumentRequest(request.url) || request.method === 'GET' ? this.#own(request, target, answer) : answer,
        };
      }
      return { answer, note: `recorded as ${await folder.add(recordingOf(call, request, answer))}` };
    } catch (error) {
      if (!(error instanceof NoAnswerError)) {
        throw error;
      }
      return textAnswer(502, error.message);
    }
  }

  /** Addresses in documents and pages lead here, so that their readers call this server. */
  #own(request: WireRequest, target: URL, answer: WireResponse): WireResponse {
    const type = headerOf(answer.headers, 'content-type');
    const own = `http://${headerOf(request.headers, 'host')}`;
    if (!/xml|html/i.test(type) || !URL.canParse(own)) {
      return answer;
    }
    const { live, targets } = this.#parts;
    const { origin } = new URL(own);
    const text = textOfBody(answer.body, type);
    const ownText = withOwnAddresses(text, origin, live);
    targets.learn({ address: target, text, ownAddress: new URL(origin + request.url), ownText });
    return { ...answer, body: ownText };
  }

  async #breaches({ call, breaches }: CheckedRequest, answer: WireResponse): Promise<CheckedRequest['breaches']> {
    return call === undefined ? breaches : [...breaches, ...(await this.#parts.check.answer(call, answer))];
  }
}

/** An answer, and what the log says of it. */
interface NotedAnswer {
  readonly answer: WireResponse;
  readonly note?: string;
}

function refused({ status, reason }: Refusal): NotedAnswer {
  return textAnswer(status, reason, status === 405 ? { Allow: 'GET, HEAD, POST' } : {});
}

function textAnswer(status: number, text: string, fields: Readonly<Record<string, string>> = {}): NotedAnswer {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', ...fields };
  return { answer: { status, headers, body: text }, note: text };
}

/**
 * A document of a live service with the addresses of this server in it: those of the live service, and in a WSDL also those of other hosts at which the
 * document has one of the contract's services.
 *
 * @param own Origin of this server.
 */
function withOwnAddresses(text: string, own: string, { base, paths }: LiveAddress): string {
  const { origin, pathname, host } = base;
  const [service] = paths;
  const whole = !pathname.endsWith('/') && service !== undefined ? [[origin + pathname, own + service] as const] : [];
  const prefix = pathname.length > 1 && pathname.endsWith('/') ? [[origin + pathname, `${own}/`] as const] : [];
  const all = [...whole, ...prefix, [origin, own] as const, [`http://${host}`, own] as const];
  const changed = all.reduce((before, [from, to]) => before.replaceAll(from, to), text);
  return changed.replace(
    /(<(?:\w+:)?address\s+location=["'])https?:\/\/[^/"'<]+([^"'?<]*)/g,
    (found, start: string, path: string) =>
      paths.some((each) => each.toLowerCase() === path.toLowerCase()) ? start + own + path : found,
  );
}
