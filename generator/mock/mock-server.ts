import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BindingKind,
  createServer,
  messageValidator,
  registerService,
  type ServiceContext,
  type ServiceDescriptor,
  SoapFault,
  type SoapServer,
  type WireRequest,
  type WireResponse,
} from '@wsdl-codegen/runtime';
import { sampleAnswer } from '@wsdl-codegen/runtime/testing';
import { ContractCheck, mayBeCall } from './contract-check.js';
import type { Breach, ExchangeEvent } from './exchange.js';
import { answerFromJson, type JsonProblem, requestToJson, valueFromJson } from './message-json.js';
import { plainHeaders } from './message-text.js';
import type { FaultOutcome, HttpOutcome, Rule } from './rules/model.js';
import { type Chosen, RuleBook, type RuleCall } from './rules/rule-book.js';
import { fillTemplates, fillText, type TemplateValues } from './rules/template.js';
import type { ServedContract, ServedOperation } from './services.js';

/** How a mock behaves. */
export interface MockBehaviour {
  readonly rules?: readonly Rule[];
  /** A number for other samples: each call then gets another one, in the same order every time. */
  readonly seed?: number;
  /** Compares requests and answers with the contract. */
  readonly strict?: boolean;
  /** Lets pages of all web sites call it. */
  readonly cors?: boolean;
  /** Called for each request. */
  readonly onExchange?: (event: ExchangeEvent) => void;
}

/** What becomes known about a request while it is answered. */
interface Running {
  call?: { readonly service: string; readonly operation: string; readonly binding: BindingKind };
  note?: string;
  /** The answer in the place of the one that the server makes. */
  http?: WireResponse;
}

/** Answers requests by rules, and with samples where no rule applies. */
export class MockServer {
  readonly #behaviour: MockBehaviour;
  readonly #rules: RuleBook;
  readonly #server: SoapServer;
  readonly #check: ContractCheck | undefined;
  readonly #running = new AsyncLocalStorage<Running>();
  readonly #samples = new Map<string, number>();

  constructor({ services, declarations }: ServedContract, behaviour: MockBehaviour) {
    this.#behaviour = behaviour;
    this.#rules = new RuleBook(behaviour.rules ?? []);
    this.#check = behaviour.strict ? new ContractCheck(services, declarations) : undefined;
    this.#server = createServer({
      services: services.map((service) => registerService(service, this.#handlers(service) as never)),
      includeErrorDetail: true,
      validate: messageValidator({ requests: behaviour.strict === true }),
      limits: { handlerTimeoutMs: 0 },
      onError: (error) => {
        if (!(error instanceof SoapFault)) {
          this.#note(`failed: ${error instanceof Error ? error.message : String(error)}`);
        }
      },
      ...(behaviour.cors && { cors: { origins: '*' }, trustedOrigins: '*' }),
    });
  }

  /** Answers a request. */
  async handle(request: WireRequest): Promise<WireResponse> {
    const started = performance.now();
    const running: Running = {};
    const made = await this.#running.run(running, () => this.#server.handle(request));
    const answer = running.http ?? made;
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

  /** An HTTP answer of a rule is meant to be different from the contract. */
  async #breaches(request: WireRequest, answer: WireResponse, { http }: Running): Promise<readonly Breach[]> {
    if (this.#check === undefined || !mayBeCall(request)) {
      return [];
    }
    const { call, breaches } = await this.#check.request(request);
    return call === undefined || http !== undefined
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
    const { binding } = context;
    const running = this.#running.getStore() ?? {};
    running.call = { service: service.name, operation: operation.name, binding };
    const call: RuleCall = {
      ...running.call,
      request: requestToJson(operation, input),
      headers: plainHeaders(context.headers),
    };
    const chosen = this.#rules.choose(call);
    if (chosen === undefined) {
      running.note = 'sample';
      return this.#sample(served);
    }
    running.note = chosen.rule.name.startsWith('rule ') ? chosen.rule.name : `rule "${chosen.rule.name}"`;
    if (chosen.outcome.delay > 0) {
      await sleep(chosen.outcome.delay, undefined, { signal: context.signal });
    }
    return this.#outcome(chosen, served, templateValues(call, chosen), running);
  }

  #outcome({ outcome, rule }: Chosen, served: ServedOperation, values: TemplateValues, running: Running): unknown {
    switch (outcome.kind) {
      case 'sample':
        return this.#sample(served);
      case 'answer': {
        const result = answerFromJson(served.operation, fillTemplates(outcome.value, values));
        return 'value' in result ? result.value : invalid(rule, result);
      }
      case 'fault':
        throw faultOf(outcome, rule, served, values);
      case 'http':
        running.http = httpAnswer(outcome, values);
        return this.#sample(served);
    }
  }

  #sample({ service, method, operation }: ServedOperation): unknown {
    const { seed } = this.#behaviour;
    if (seed === undefined) {
      return sampleAnswer(operation);
    }
    const key = `${service.name}.${method}`;
    const count = this.#samples.get(key) ?? 0;
    this.#samples.set(key, count + 1);
    return sampleAnswer(operation, { seed: seedOf(`${seed} ${key} ${count}`) });
  }
}

function templateValues({ request, headers, operation }: RuleCall, { count }: Chosen): TemplateValues {
  return { request, headers, operation, count, now: new Date().toISOString() };
}

function invalid({ name }: Rule, [first]: readonly JsonProblem[]): never {
  const place = first === undefined || first.path.length === 0 ? '' : ` at ${first.path.join('.')}`;
  throw new SoapFault(`The answer of ${name} is not valid${place}: ${first?.reason ?? ''}.`);
}

function faultOf(
  { reason, code, name, detail }: FaultOutcome,
  rule: Rule,
  { operation }: ServedOperation,
  values: TemplateValues,
): SoapFault {
  const element = operation.faults?.find((fault) => fault.name === name)?.element;
  const read =
    element === undefined || detail === undefined ? undefined : valueFromJson(element, fillTemplates(detail, values));
  if (read !== undefined && !('value' in read)) {
    return invalid(rule, read);
  }
  return new SoapFault(fillText(reason, values), {
    ...(code && { code }),
    ...(element && name !== undefined && { fault: name, detail: read?.value }),
  });
}

function httpAnswer({ status, headers, body }: HttpOutcome, values: TemplateValues): WireResponse {
  const filled = Object.entries(headers).map(([name, value]) => [name, fillText(value, values)] as const);
  return {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...Object.fromEntries(filled) },
    body: fillText(body, values),
  };
}

/** A number from a text (FNV-1a). */
function seedOf(text: string): number {
  let mixed = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  }
  return mixed >>> 0;
}
