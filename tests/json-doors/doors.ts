import { dirname } from 'node:path';
import { createGateway, type GatewayOptions } from '@wsdl-codegen/gateway';
import { type Tool, toolsOf } from '@wsdl-codegen/mcp';
import { jsonRoutes, openApi } from '@wsdl-codegen/openapi';
import {
  createFetchTransport,
  DynamicClient,
  type OperationDescriptor,
  registerService,
  type ServiceDescriptor,
  type ServiceRegistration,
} from '@wsdl-codegen/runtime';
import { type JsonSchema, SharedSchemas } from '@wsdl-codegen/runtime/json';
import { createServer } from '@wsdl-codegen/runtime/node';
import type { ElementDescriptor } from '@wsdl-codegen/runtime/schema';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { descriptorsOf, readContract } from 'wsdl-codegen';
import { repository } from '../support/repository.js';

/** The doors to services as tests try them: a document, gateways and tools. */

/** What came of a call. */
export interface Outcome {
  /** The JSON of the answer; undefined for a call that was refused as one with mistakes. */
  readonly answer?: { readonly json: unknown };
  /** What the service got. */
  readonly got?: unknown;
}

/** An operation behind all doors. */
export interface DoorOperation {
  readonly name: string;
  readonly operation: OperationDescriptor;
  /** The schema of the document for requests, and the one for answers; undefined where there is no JSON. */
  readonly request: ValidateFunction | undefined;
  readonly answer: ValidateFunction | undefined;
  /** Calls the service over SOAP without JSON. */
  direct(input: unknown, answer: unknown): Promise<{ readonly got: unknown; readonly answer: unknown }>;
  /** Calls it with JSON through each door. Rejects for an answer that is neither a result nor a refusal. */
  readonly doors: Readonly<Record<'class' | 'client' | 'tool', (json: unknown, answer: unknown) => Promise<Outcome>>>;
}

/** The operations of the services of an input; of a schema, those of a service that takes each of its documents and answers with the same. */
export async function doorOperations(input: string): Promise<readonly DoorOperation[]> {
  const read = await readContract({ inputs: [input], workingFolder: repository, allowPaths: [dirname(input)] });
  const { contract, diagnostics } = read;
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    return [];
  }
  const { services, elements } = await descriptorsOf(contract);
  const named = new Map<string, ServiceDescriptor>(
    services.size > 0
      ? [...services].map(([name, service]) => [name, reachable(service as ServiceDescriptor)])
      : [['Echo', echoService([...elements.values()])]],
  );
  const names = new Map([...named].map(([name, service]) => [service, name]));
  const serviceName = (service: object): string => names.get(service as ServiceDescriptor) ?? '';
  const all = [...named.values()];
  const document = openApi(all, { serviceName });
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: documentId } as object);
  const compile = (path: string, place: string): ValidateFunction | undefined => {
    const steps = ['paths', path, 'post', ...place.split(' ')];
    const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
    return found === undefined ? undefined : ajv.compile({ $ref: `${documentId}#/${steps.map(escaped).join('/')}` });
  };
  const schemas = new SharedSchemas({ services: all });
  return all.flatMap((service) => {
    const served = new ServedEcho(service);
    const gateways = served.gateways({ serviceName });
    return jsonRoutes(service, { serviceName }).map(({ operation, method, path }): DoorOperation => {
      const tool = served.tools.find((each) => each.operation?.method === method) as Tool;
      const argumentsOf = argumentsFor(tool, schemas.request(operation), schemas.definitions);
      return {
        name: `${service.name}.${operation.name}`,
        operation,
        request: compile(path, 'requestBody content application/json schema'),
        answer: compile(path, 'responses 200 content application/json schema'),
        direct: (given, answer) => served.direct(method, given, answer),
        doors: {
          class: (json, answer) => served.through(gateways.class, path, { json, answer }),
          client: (json, answer) => served.through(gateways.client, path, { json, answer }),
          tool: (json, answer) => served.throughTool(tool, argumentsOf(json), answer),
        },
      };
    });
  });
}

const documentId = 'https://doors.example/document';
const escaped = (step: string): string => encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1'));

/** The service at an address where its own is missing or none of HTTP. */
function reachable(service: ServiceDescriptor): ServiceDescriptor {
  const ports = service.ports.map((port) =>
    /^(?:https?:\/\/|\{)/.test(port.address ?? '') ? port : { ...port, address },
  );
  return { ...service, ports };
}

/** A service whose operations have documents as their messages. */
function echoService(elements: readonly ElementDescriptor[]): ServiceDescriptor {
  const operations = elements.map((element, index) => {
    const facts = { action: `urn:echo/${index}`, style: 'document' as const };
    const operation = { name: `Echo${index}`, method: `echo${index}`, input: { element }, output: { element } };
    return [operation.method, { ...operation, soap11: facts }] as const;
  });
  return {
    kind: 'service',
    name: 'Echo',
    namespace: 'urn:echo',
    placeholders: [],
    ports: [{ name: 'Soap', binding: 'soap11', address }],
    operations: Object.fromEntries(operations),
  } as unknown as ServiceDescriptor;
}

const address = 'http://localhost/echo';

/** A service that keeps what it gets and answers as a test says. */
class ServedEcho {
  readonly tools: readonly Tool[];
  readonly #registration: ServiceRegistration;
  readonly #client: DynamicClient<never>;
  #got: { readonly input: unknown } | undefined;
  #answer: unknown;

  constructor(service: ServiceDescriptor) {
    const handler = (input: unknown): unknown => {
      this.#got = { input };
      return this.#answer;
    };
    const methods = Object.keys(service.operations).map((method) => [method, handler]);
    this.#registration = registerService(service as never, Object.fromEntries(methods) as never, {
      security: 'unprotected',
    });
    const namespaces = Object.fromEntries(service.placeholders.map((name) => [name, `urn:${name}`]));
    const server = createServer({ services: [this.#registration], namespaces, includeErrorDetail: true });
    const transport = createFetchTransport((...request) => server.fetch(new Request(...request)));
    const isOpen = service.ports.some((port) => port.address?.startsWith('{'));
    const at = isOpen ? { baseUrl: 'http://localhost' } : {};
    this.#client = new DynamicClient(service as never, { ...at, transport, namespaces, security: 'unprotected' });
    const rate = { calls: Number.MAX_SAFE_INTEGER };
    const settings = { rate, maxAnswerBytes: 2 ** 24, maxToolBytes: 2 ** 16 };
    this.tools = toolsOf([{ service: service as never, client: this.#client as never }], settings);
  }

  gateways(options: Partial<GatewayOptions>): Readonly<Record<'class' | 'client', (request: Request) => unknown>> {
    const own = createGateway({ ...options, services: [{ service: this.#registration }], includeErrorDetail: true });
    const remote = createGateway({ ...options, services: [{ client: this.#client }], includeErrorDetail: true });
    return { class: (request) => own.fetch(request), client: (request) => remote.fetch(request) };
  }

  async direct(method: string, input: unknown, answer: unknown): Promise<{ got: unknown; answer: unknown }> {
    this.#begin(answer);
    const { value } = await this.#client.$exchange(method as never, input as never);
    return { got: this.#got?.input, answer: value };
  }

  async through(
    fetch: (request: Request) => unknown,
    path: string,
    { json, answer }: { readonly json: unknown; readonly answer: unknown },
  ): Promise<Outcome> {
    this.#begin(answer);
    const body = json === undefined ? {} : { body: JSON.stringify(json), headers };
    const response = (await fetch(new Request(`http://localhost${path}`, { method: 'POST', ...body }))) as Response;
    const text = await response.text();
    switch (response.status) {
      case 422:
        return {};
      case 200:
        return { answer: { json: JSON.parse(text) }, got: this.#got?.input };
      case 202:
        return { answer: { json: null }, got: this.#got?.input };
      default:
        throw new Error(`${response.status} ${text}`);
    }
  }

  async throughTool(tool: Tool, args: unknown, answer: unknown): Promise<Outcome> {
    this.#begin(answer);
    const { isError, structuredContent, content } = await tool.call(args);
    if (isError !== true) {
      return { answer: { json: structuredContent?.value }, got: this.#got?.input };
    }
    if (!content[0].text.startsWith('The arguments ')) {
      throw new Error(content[0].text);
    }
    return {};
  }

  #begin(answer: unknown): void {
    this.#got = undefined;
    this.#answer = answer;
  }
}

const headers = { 'Content-Type': 'application/json' };

/** Makes the arguments of a tool from the JSON of a parameter, as docs/mcp.md says. */
function argumentsFor(
  { inputSchema }: Tool,
  request: JsonSchema | undefined,
  definitions: Readonly<Record<string, JsonSchema>>,
): (json: unknown) => unknown {
  let schema = request ?? { type: 'object', properties: {} };
  for (let name = nameIn(schema); name !== undefined; name = nameIn(schema)) {
    schema = definitions[name] as JsonSchema;
  }
  if (schema.type !== 'object' || schema.anyOf !== undefined || schema.oneOf !== undefined) {
    return (json) => ({ value: json });
  }
  const names = Object.keys(inputSchema.properties ?? {});
  const renamed = new Map(Object.keys(schema.properties ?? {}).map((property, index) => [property, names[index]]));
  return (json) =>
    typeof json !== 'object' || json === null || Array.isArray(json)
      ? json
      : Object.fromEntries(Object.entries(json).map(([name, value]) => [renamed.get(name) ?? name, value]));
}

function nameIn({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === 'string' ? decodeURIComponent($ref.slice('#/$defs/'.length)) : undefined;
}
