import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type BindingKind,
  createServer,
  type FrontDoorOptions,
  messageValidator,
  registerService,
  type ServiceContext,
  type ServiceDescriptor,
  SoapFault,
  type SoapServer,
  sampleAnswer,
  type WireRequest,
  type WireResponse,
} from '@wsdl-codegen/runtime';
import { valuesToJson } from '@wsdl-codegen/runtime/json';
import type { AnswerSource, WholeAnswer } from './answer-source.js';
import { ContractCheck } from './contract-check.js';
import type { Breach, ExchangeEvent } from './exchange.js';
import { withoutMustUnderstand } from './message-text.js';
import type { ServedContract, ServedOperation } from './services.js';
import { unprotected } from './services.js';

/** Options of a front door that are about web sites. */
export type SiteOptions = Pick<FrontDoorOptions, 'cors' | 'isOpen' | 'trustedOrigins'>;

/** How a server behaves, wherever its answers come from. */
export interface ServerBehaviour {
  /** Compares requests and answers with the contract. */
  readonly strict?: boolean;
  /** Lets pages of all web sites call it. */
  readonly cors?: boolean;
  /** Called for each request. */
  readonly onExchange?: (event: ExchangeEvent) => void;
}

/** The web sites whose pages a front door lets in. */
export function allowedSites({ cors }: ServerBehaviour): SiteOptions {
  return cors ? { cors: { origins: '*' }, trustedOrigins: '*' } : {};
}

/** The same for the door in front of an `AnsweringServer`, which judges sites by itself: it knows what its pages and documents are. */
export function sitesOfAnswers(behaviour: ServerBehaviour): SiteOptions {
  return { ...allowedSites(behaviour), isOpen: () => true };
}

/** What becomes known about a request while it is answered. */
interface Running {
  call?: { readonly service: string; readonly operation: string; readonly binding: BindingKind };
  note?: string;
  /** The answer in the place of the one that the server makes. */
  http?: WholeAnswer;
}

/** Serves a contract: documents, pages, and calls, which a source answers. */
export class AnsweringServer {
  readonly #behaviour: ServerBehaviour;
  readonly #source: AnswerSource;
  readonly #server: SoapServer;
  readonly #check: ContractCheck | undefined;
  readonly #running = new AsyncLocalStorage<Running>();

  constructor({ services, declarations }: ServedContract, source: AnswerSource, behaviour: ServerBehaviour) {
    this.#behaviour = behaviour;
    this.#source = source;
    this.#check = behaviour.strict ? new ContractCheck(services, declarations) : undefined;
    this.#server = createServer({
      services: services.map((service) => registerService(service, this.#handlers(service) as never, unprotected)),
      includeErrorDetail: true,
      validate: messageValidator({ requests: behaviour.strict === true }),
      limits: { handlerTimeoutMs: 0 },
      onError: (error) => {
        if (!(error instanceof SoapFault)) {
          this.#note(`failed: ${error instanceof Error ? error.message : String(error)}`);
        }
      },
      ...(behaviour.cors && { trustedOrigins: '*' }),
    });
  }

  /** Answers a request. */
  async handle(request: WireRequest): Promise<WireResponse> {
    const started = performance.now();
    const running: Running = {};
    const made = await this.#running.run(running, () => this.#server.handle(withoutMustUnderstand(request)));
    const answer = running.http?.response ?? made;
    const breaches = await this.#breaches(request, answer, running);
    const { call, note } = running;
    this.#behaviour.onExchange?.({
      method: request.method,
      path: request.url.split('?', 1)[0] ?? '',
      ...call,
      status: answer.status,
      milliseconds: Math.round(performance.now() - started),
      ...(note !== undefined && { note }),
      breaches,
    });
    return answer;
  }

  async #breaches(request: WireRequest, answer: WireResponse, { http }: Running): Promise<readonly Breach[]> {
    if (this.#check === undefined || !this.#check.mayBeCall(request)) {
      return [];
    }
    const { call, breaches } = await this.#check.request(request);
    return call === undefined || http?.isForeign
      ? breaches
      : [...breaches, ...(await this.#check.answer(call, answer))];
  }

  #note(note: string): void {
    const running = this.#running.getStore();
    if (running !== undefined) {
      running.note = note;
    }
  }

  #handlers(service: ServiceDescriptor): Readonly<Record<string, unknown>> {
    const entries = Object.entries(service.operations).map(([method, operation]) => {
      const served: ServedOperation = { service, method, operation };
      return [method, (input: unknown, context: ServiceContext) => this.#answer(served, input, context)] as const;
    });
    return Object.fromEntries(entries);
  }

  async #answer(served: ServedOperation, input: unknown, context: ServiceContext): Promise<unknown> {
    const { service, operation } = served;
    const { binding, headers } = context;
    const running = this.#running.getStore() ?? {};
    running.call = { service: service.name, operation: operation.name, binding };
    const request = valuesToJson(operation, input);
    const answer = await this.#source.answer({ ...served, binding, request, headers, signal: context.signal });
    running.note = answer.note;
    switch (answer.kind) {
      case 'result':
        return answer.value;
      case 'fault':
        throw answer.fault;
      case 'http':
        running.http = answer;
        return sampleAnswer(operation);
    }
  }
}
