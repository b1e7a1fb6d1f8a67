import {
  type BindingKind,
  createServer,
  DynamicClient,
  type HttpBindingDescriptor,
  type ServerOptions,
  type ServiceDescriptor,
  type SoapBindingDescriptor,
  type Transport,
} from '@wsdl-codegen/runtime';
import type { Declarations } from '@wsdl-codegen/runtime/schema';
import { failed, type Outcome } from './cases.js';
import { sayTheSame } from './equal-values.js';
import { type OperationDescriptor, sampleMessage } from './samples.js';

/** Sends sample messages from our client to our server, in process, and compares what arrives with what was sent. */

/** The client and the server of a service. */
export interface Parties {
  /** For names of outcomes; `''` for the usual ones. */
  readonly form: string;
  readonly check: 'wsdl-round-trip' | 'wsdl-calls';
  serve(handlers: Handlers, options: ServerSettings): Pick<ReturnType<typeof createServer>, 'handle'>;
  /** A function that calls a method. */
  connect(
    options: ConstructorParameters<typeof DynamicClient>[1],
  ): (method: string, input: unknown) => Promise<unknown>;
}

type Handlers = ReadonlyMap<string, (input: unknown) => unknown>;
type ServerSettings = Omit<ServerOptions, 'services'>;

/** Without generated code. */
export function dynamicParties(service: ServiceDescriptor): Parties {
  return {
    form: '',
    check: 'wsdl-round-trip',
    serve: (handlers, options) => createServer({ ...options, services: [{ descriptor: service, handlers }] }),
    connect: (options) => {
      const client = new DynamicClient(service, options);
      return (method, input) => client.call(method, input);
    },
  };
}

const kinds: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** One outcome for each operation in each binding; operations that a server begins (WSDL 1.1, 2.4.3 and 2.4.4) are not callable. */
export async function exchangeSamples(
  file: string,
  service: ServiceDescriptor,
  declarations: Declarations,
  callable: (method: string) => boolean,
  parties: Parties = dynamicParties(service),
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const exchange = new Exchange(service, declarations, parties);
  for (const [method, operation] of Object.entries(service.operations)) {
    for (const kind of kinds) {
      if (!callable(method)) {
        continue;
      }
      for (const [i, facts] of factsOf(operation, kind).entries()) {
        const port = `${i === 0 ? '' : `/${facts.ports?.[0]}`}${parties.form && `/${parties.form}`}`;
        const name = `${file}#${service.name}/${method}/${kind}${port}`;
        try {
          const failure = await exchange.call(method, operation, kind, facts);
          const problem = failure !== undefined && { failure, cause: 'another value arrived' };
          outcomes.push({ check: parties.check, name, ...problem });
        } catch (error) {
          outcomes.push(failed(parties.check, name, error));
        }
      }
    }
  }
  return outcomes;
}

type Facts = SoapBindingDescriptor | HttpBindingDescriptor;

/** The facts of the ports of a kind: one, unless their bindings differ. */
function factsOf(operation: OperationDescriptor, kind: BindingKind): readonly Facts[] {
  const facts = operation[kind];
  return facts ? [facts, ...(facts.others ?? [])] : [];
}

class Exchange {
  readonly #declarations: Declarations;
  readonly #service: ServiceDescriptor;
  readonly #namespaces: Record<string, string>;
  #received: unknown;
  #answer: unknown;
  #failure: unknown;
  readonly #transport: Transport;
  readonly #parties: Parties;

  constructor(service: ServiceDescriptor, declarations: Declarations, parties: Parties) {
    this.#parties = parties;
    this.#declarations = declarations;
    this.#service = service;
    this.#namespaces = Object.fromEntries(service.placeholders.map((name) => [name, `urn:${name}`]));
    const handlers = new Map(
      Object.keys(service.operations).map((method) => [
        method,
        (input: unknown) => {
          this.#received = input;
          return this.#answer;
        },
      ]),
    );
    const server = parties.serve(handlers, {
      namespaces: this.#namespaces,
      pages: false,
      limits: { maxBodyBytes: 64 * 1024 * 1024 },
      onError: (error) => {
        this.#failure = error;
      },
    });
    this.#transport = async ({ method, url, headers, body }) => {
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
      const response = await server.handle({ method, url, headers: lower, body: bytes });
      const answer = typeof response.body === 'string' ? new TextEncoder().encode(response.body) : response.body;
      return {
        status: response.status,
        statusText: '',
        headers: new Headers(response.headers),
        body: answer,
      };
    };
  }

  /** The problem; undefined if both messages arrived as they were sent. */
  async call(
    method: string,
    operation: OperationDescriptor,
    kind: BindingKind,
    facts: Facts,
  ): Promise<string | undefined> {
    const { ports } = facts;
    const port = this.#service.ports.find((p) => p.binding === kind && (ports?.includes(p.name) ?? true));
    const call = this.#parties.connect({
      baseUrl: 'http://conformance.example',
      namespaces: this.#namespaces,
      transport: this.#transport,
      binding: kind,
      ...(port && { port: port.name }),
      ...(port && port.address === undefined && { address: `http://conformance.example/${this.#service.name}` }),
    });
    const attachments = attachmentsOf(facts);
    const input = withAttachments(sampleMessage(operation.input, this.#declarations), attachments.input);
    this.#answer = this.#answerOf(operation, facts);
    this.#received = undefined;
    this.#failure = undefined;
    let answer: unknown;
    try {
      answer = await call(method, input);
    } catch (error) {
      throw this.#failure ?? error;
    }
    if (!sayTheSame(this.#received, input)) {
      return `the server received ${show(this.#received)}, not ${show(input)}`;
    }
    if (operation.output && !sayTheSame(answer, this.#answer)) {
      return `the client received ${show(answer)}, not ${show(this.#answer)}`;
    }
    return undefined;
  }

  #answerOf(operation: OperationDescriptor, facts: Facts): unknown {
    if ('outputContentType' in facts && facts.outputContentType !== undefined) {
      return new Uint8Array([1, 2, 3]);
    }
    return (
      operation.output &&
      withAttachments(sampleMessage(operation.output, this.#declarations), attachmentsOf(facts).output)
    );
  }
}

/** Properties of the attachments of a SOAP operation. */
function attachmentsOf(facts: Facts): { readonly input: readonly string[]; readonly output: readonly string[] } {
  if ('parameters' in facts) {
    return { input: [], output: [] };
  }
  const { inputAttachments = [], outputAttachments = [] } = facts;
  return {
    input: inputAttachments.map(({ property }) => property),
    output: outputAttachments.map(({ property }) => property),
  };
}

/** A value with a few bytes for each attachment, where it is an object that can hold them. */
function withAttachments(value: unknown, properties: readonly string[]): unknown {
  if (properties.length === 0 || (value !== undefined && (typeof value !== 'object' || value === null))) {
    return value;
  }
  const attachment = { contentType: 'application/octet-stream', content: new Uint8Array([0, 1, 255]) };
  return { ...value, ...Object.fromEntries(properties.map((property) => [property, attachment])) };
}

/** A value as readable text, cut off. */
function show(value: unknown): string {
  const text =
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item)) ?? String(value);
  return text.length > 90 ? `${text.slice(0, 90)}…` : text;
}
