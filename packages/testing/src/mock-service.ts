import {
  createServer,
  type DeclaredFault,
  messageValidator,
  type OperationDescriptor,
  registerService,
  type ServiceContext,
  type ServiceDescriptor,
  type ServiceImplementation,
  type ServiceRegistration,
  SoapFault,
  type SoapFaultOptions,
  sampleAnswer,
  type Transport,
} from '@wsdl-codegen/runtime';
import {
  anyValue,
  didYouMean,
  either,
  flag,
  listOf,
  number,
  type OptionKinds,
  object,
  oneOf,
  requireKind,
  requireOptions,
  serviceKind,
  strings,
  text,
} from '@wsdl-codegen/runtime/extend';
import {
  AnswerInTurn,
  HttpAnswer,
  LateAnswer,
  type MockAnswer,
  type MockAnswers,
  type MockCall,
  type MockCalls,
} from './answers.js';
import { requireAnswer } from './checked-answer.js';
import { mockTransport, ReadyAnswers } from './mock-transport.js';
import { waiting } from './waiting.js';

/** Options of `mockService`. */
export interface MockOptions {
  /** Values of the placeholders that the service's namespaces leave open; the same as the client's. */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** A number for other samples: each call then gets another one, in the same order every time. Default: one usual sample for each operation. */
  readonly seed?: number;
  /** Answers operations that no answer is given for with a sample. Default true; otherwise with a fault that says so. */
  readonly samples?: boolean;
  /** Checks requests and results against every facet and occurrence of the schema. Default true. */
  readonly validate?: boolean;
}

const kinds: OptionKinds<MockOptions> = { namespaces: strings, seed: number, samples: flag, validate: flag };

/** The options of a fault, without what the arguments say. */
export type MockFaultOptions = Omit<SoapFaultOptions, 'fault' | 'detail'> & {
  /** Text for people. Default: the name of the fault. */
  readonly reason?: string;
};

const faultKinds: OptionKinds<MockFaultOptions> = {
  reason: text,
  code: either('"Client", "Server" or a qualified name', oneOf('Client', 'Server'), object),
  subcodes: listOf({ ...object, expected: 'an array of qualified names' }),
  actor: text,
  language: text,
  status: number,
  cause: anyValue,
};

/** The faults that a method declares. */
type FaultsOf<Method> = Method extends { readonly faults: infer Faults } ? Faults : never;
type FaultName<Method> = FaultsOf<Method> extends DeclaredFault<infer Name, unknown> ? Name : never;
type FaultDetail<Method, Name> =
  Extract<FaultsOf<Method>, { readonly name: Name }> extends {
    readonly detail: infer Detail;
  }
    ? Detail
    : never;

/** A service that answers as a test says. */
export interface ServiceMock<Methods> {
  /** For the option `transport` of a client: calls arrive here, without a network, over any binding and at any address. */
  readonly transport: Transport;
  /** For the function that joins the service to an implementation, as a generated package has it: `exchangerApi(mock.handlers)`. */
  readonly handlers: ServiceImplementation<Methods>;
  /** For the option `services` of `createServer`, where no package was generated. It serves no WSDL of its own. */
  readonly registration: ServiceRegistration;
  /**
   * Gives the answer of a method, in the place of an earlier one; several are given in turn, and the last one is repeated. Throws `TypeError` for a
   * method that the service does not have, and for a result that is not valid.
   */
  answer<M extends keyof Methods & string>(
    method: M,
    ...answers: readonly [MockAnswer<Methods[M]>, ...MockAnswer<Methods[M]>[]]
  ): void;
  /** A declared fault, as an answer: `mock.answer('pay', mock.fault('pay', 'Declined', { code: 3 }))`. Throws `TypeError` for a detail that is not valid. */
  fault<M extends keyof Methods & string, Name extends FaultName<Methods[M]>>(
    method: M,
    name: Name,
    detail: FaultDetail<Methods[M], Name>,
    options?: MockFaultOptions,
  ): SoapFault;
  /** The calls of a method so far. Throws `TypeError` for a method that the service does not have. */
  calls<M extends keyof Methods & string>(method: M): readonly MockCall<Methods[M], M>[];
  /** All calls so far, in their order. */
  calls(): readonly MockCalls<Methods>[];
  /** Forgets all calls, and all answers but those that the mock was made with; sequences and samples begin again. */
  reset(): void;
}

/**
 * Makes a mock of a service. Operations without an answer answer with a valid sample. Throws `TypeError` for answers of operations that the
 * service does not have, results that are not valid, and a placeholder without a value.
 *
 * `const mock = mockService(ExchangerApi, { exchange: 5 }); new ExchangerApiClient({ baseUrl: 'http://mock', transport: mock.transport })`
 */
export function mockService<Methods>(
  service: ServiceDescriptor<Methods>,
  answers: Required<MockAnswers<Methods>>,
  options: MockOptions & { readonly samples: false },
): ServiceMock<Methods>;
export function mockService<Methods>(
  service: ServiceDescriptor<Methods>,
  answers?: MockAnswers<Methods>,
  options?: MockOptions & { readonly samples?: true },
): ServiceMock<Methods>;
export function mockService<Methods>(
  service: ServiceDescriptor<Methods>,
  answers: MockAnswers<Methods> = {},
  options: MockOptions = {},
): ServiceMock<Methods> {
  return new Mock(service, answers, options);
}

type UntypedCall = { -readonly [P in keyof MockCall<never>]: MockCall<never>[P] };

class Mock<Methods> implements ServiceMock<Methods> {
  readonly transport: Transport;
  readonly handlers: ServiceImplementation<Methods>;
  readonly registration: ServiceRegistration;
  readonly #service: ServiceDescriptor;
  readonly #options: MockOptions;
  readonly #initial: ReadonlyMap<string, unknown>;
  readonly #ready = new ReadyAnswers();
  #answers: Map<string, unknown>;
  /** How often a sequence was asked. */
  #turns = new Map<object, number>();
  #samples = new Map<string, number>();
  #calls: UntypedCall[] = [];

  constructor(service: ServiceDescriptor<Methods>, answers: MockAnswers<Methods>, options: MockOptions) {
    requireKind('The service of `mockService`', service, serviceKind);
    requireKind('The answers of `mockService`', answers, object);
    requireOptions('mockService', options, kinds);
    this.#service = service as ServiceDescriptor;
    this.#options = options;
    this.#initial = new Map(Object.entries(answers));
    for (const [method, answer] of this.#initial) {
      this.#require(method, answer);
    }
    this.#answers = new Map(this.#initial);
    this.handlers = this.#handlers();
    this.registration = registerService(service, this.handlers, { security: 'unprotected' });
    const server = createServer({
      services: [this.registration],
      ...(options.namespaces && { namespaces: options.namespaces }),
      ...(options.validate !== false && { validate: messageValidator() }),
      includeErrorDetail: true,
      pages: false,
      limits: { handlerTimeoutMs: 0 },
    });
    this.transport = mockTransport(this.#service, server, this.#ready);
  }

  answer<M extends keyof Methods & string>(method: M, ...answers: readonly MockAnswer<Methods[M]>[]): void {
    const answer = answers.length === 1 ? answers[0] : new AnswerInTurn(answers);
    this.#require(method, answer);
    this.#answers.set(method, answer);
  }

  fault<M extends keyof Methods & string>(
    method: M,
    name: string,
    detail: unknown,
    given: MockFaultOptions = {},
  ): SoapFault {
    requireOptions('fault', given, faultKinds);
    const { reason = name, ...options } = given;
    const fault = new SoapFault(reason, { ...options, fault: name, detail });
    this.#require(method, fault);
    return fault;
  }

  calls(method?: string): never[] {
    if (method !== undefined) {
      this.#operation(method);
    }
    return this.#calls.filter((call) => method === undefined || call.method === method) as never[];
  }

  reset(): void {
    this.#calls = [];
    this.#answers = new Map(this.#initial);
    this.#turns = new Map();
    this.#samples = new Map();
  }

  #operation(method: string): OperationDescriptor {
    const { name, operations } = this.#service;
    const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
    if (operation === undefined) {
      const names = Object.keys(operations);
      const hint = didYouMean(method, names) || `; it has ${names.join(', ')}.`;
      throw new TypeError(`${name} has no operation "${method}"${hint}`);
    }
    return operation;
  }

  #require(method: string, answer: unknown): void {
    const operation = this.#operation(method);
    if (this.#options.validate !== false) {
      requireAnswer(`The answer of ${this.#service.name}.${method}`, operation, answer);
    }
  }

  #handlers(): ServiceImplementation<Methods> {
    const names = Object.keys(this.#service.operations);
    const handlerOf =
      (method: string) =>
      (input: unknown, context: ServiceContext): Promise<unknown> =>
        this.#handle(method, input, context);
    return Object.fromEntries(names.map((name) => [name, handlerOf(name)])) as never;
  }

  async #handle(method: string, input: unknown, context: ServiceContext): Promise<unknown> {
    const { binding, url, headers, soapHeaders } = context;
    const call = {
      method,
      input,
      output: undefined,
      error: undefined,
      binding,
      url,
      headers,
      soapHeaders,
    } as UntypedCall;
    this.#calls.push(call);
    try {
      const output = await this.#outcome(method, input, context);
      call.output = output as never;
      return output;
    } catch (error) {
      call.error = error;
      throw error;
    }
  }

  async #outcome(method: string, input: unknown, context: ServiceContext): Promise<unknown> {
    const answer = this.#answers.has(method)
      ? await this.#settle(this.#answers.get(method), input, context)
      : this.#sample(method);
    if (answer instanceof HttpAnswer) {
      this.#ready.set(context, answer);
      throw new TypeError('An HttpAnswer can be given only through the transport of the mock.');
    }
    if (answer instanceof Error) {
      this.#ready.set(context, answer);
      throw answer;
    }
    return answer;
  }

  /** The outcome of a call from what a test has given. */
  async #settle(answer: unknown, input: unknown, context: ServiceContext): Promise<unknown> {
    if (answer instanceof AnswerInTurn) {
      const turn = this.#turns.get(answer) ?? 0;
      this.#turns.set(answer, turn + 1);
      return this.#settle(answer.answers[Math.min(turn, answer.answers.length - 1)], input, context);
    }
    if (answer instanceof LateAnswer) {
      await waiting(answer.milliseconds, context.signal);
      return this.#settle(answer.answer, input, context);
    }
    if (typeof answer !== 'function') {
      return answer;
    }
    try {
      return await answer(input, context);
    } catch (error) {
      if (error instanceof Error) {
        return error;
      }
      throw error;
    }
  }

  #sample(method: string): unknown {
    const { samples, seed } = this.#options;
    if (samples === false) {
      throw new SoapFault(
        `No answer is given for ${this.#service.name}.${method}: give one to mockService, or with mock.answer.`,
      );
    }
    const count = this.#samples.get(method) ?? 0;
    this.#samples.set(method, count + 1);
    return sampleAnswer(this.#operation(method), seed === undefined ? {} : { seed: seedOf(seed, method, count) });
  }
}

/** The seed of one call's sample: calls of one method, and methods, have different ones. */
function seedOf(seed: number, method: string, count: number): number {
  let mixed = Math.imul(seed + 1, 0x85ebca6b) + count;
  for (let i = 0; i < method.length; i++) {
    mixed = Math.imul(mixed, 31) + method.charCodeAt(i);
  }
  return mixed >>> 0;
}
