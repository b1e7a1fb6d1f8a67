import {
  type FaultDescriptor,
  type OperationDescriptor,
  type ServiceDescriptor,
  sampleAnswer,
  sampleRequest,
} from '@wsdl-codegen/runtime';
import {
  anyValue,
  callback,
  flag,
  type OptionKinds,
  object,
  oneOf,
  requireOptions,
  text,
  texts,
} from '@wsdl-codegen/runtime/extend';
import {
  answerToJson,
  type JsonMembers,
  type JsonSchema,
  requestToJson,
  SharedSchemas,
  type SharedSchemasOptions,
} from '@wsdl-codegen/runtime/json';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import { operationObject } from './operation.js';
import {
  type FaultStatuses,
  faultSchema,
  mistakesSchema,
  type ProblemName,
  problemSchema,
  problems,
} from './problems.js';
import { type AnyService, type JsonRoute, jsonRoutes, type RouteOptions, routeOptionKinds } from './routes.js';
import { componentSchemas } from './schema-parts.js';
import { demandedSecurity, type Security } from './security.js';
import type { Writing } from './writing.js';

/** How a document is written. */
export interface OpenApiOptions extends RouteOptions {
  /** Default: the names of the services. */
  readonly title?: string | undefined;
  /** Version of what the document describes. Default `1.0.0`. */
  readonly version?: string | undefined;
  /** Default: the documentation of the service, if there is one service. */
  readonly description?: string | undefined;
  /** Addresses of servers. Default: where the document is. */
  readonly servers?: readonly string[] | undefined;
  /** Statuses of declared faults, by `operation.Fault` or `Fault`. Default 422. */
  readonly faults?: FaultStatuses | undefined;
  /** Security Schemes by name, in the place of those that the policies of the contract demand. */
  readonly securitySchemes?: Security['securitySchemes'] | undefined;
  /** The schemes that requests need. Default: any one of `securitySchemes`. */
  readonly security?: Security['security'] | undefined;
  /** Describe the header blocks of SOAP (default). False where the server gives them itself. */
  readonly headerBlocks?: boolean | undefined;
  /** How members are called: as the properties of values (default), or in camel case. Whoever serves the document reads and writes its JSON with the same option. */
  readonly members?: JsonMembers | undefined;
  /** Give an example of each message (default). */
  readonly examples?: boolean | undefined;
  /** Names of the schemas of types. Default: the names of the types. */
  readonly nameOf?: SharedSchemasOptions['nameOf'] | undefined;
  /** Texts about types, elements and properties. Default: none. */
  readonly describe?: SharedSchemasOptions['describe'] | undefined;
}

const isErrorStatus = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600;

/** The kinds of the options. */
export const openApiOptionKinds: OptionKinds<OpenApiOptions> = {
  ...routeOptionKinds,
  title: text,
  version: text,
  description: text,
  servers: texts,
  faults: {
    expected: 'an object of statuses from 400 to 599',
    fits: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isErrorStatus),
  },
  securitySchemes: object,
  security: anyValue,
  headerBlocks: flag,
  members: oneOf('properties', 'camelCase'),
  examples: flag,
  nameOf: callback,
  describe: callback,
};

/** A document of OpenAPI 3.1, as data. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers?: readonly { readonly url: string }[];
  readonly security?: Security['security'];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  /** Operations by path and verb. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, object>>;
    readonly securitySchemes?: Security['securitySchemes'];
  };
}

/**
 * The document of services as JSON over HTTP: what `jsonRoutes` says of places, and the entry `json` of the runtime of values. Throws `TypeError` for options that do not fit.
 */
export function openApi(services: AnyService | readonly AnyService[], options: OpenApiOptions = {}): OpenApiDocument {
  requireOptions('openApi', options, openApiOptionKinds);
  const all: readonly AnyService[] = 'kind' in services ? [services] : services;
  const { routes, safe, tags, serviceName = (service: AnyService) => service.name } = options;
  const found = jsonRoutes(all, { routes, safe, tags, serviceName });
  const writing = new DocumentWriting(all, options);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of found) {
    paths[route.path] = { ...paths[route.path], [route.verb.toLowerCase()]: operationObject(route, writing) };
  }
  const shared = responses(writing);
  const security = securityOf(all, options);
  const { description = all.length === 1 ? all[0]?.documentation : undefined, servers } = options;
  const title = options.title ?? (all.map(serviceName).join(', ') || 'No services');
  return {
    openapi: '3.1.1',
    info: { title, version: options.version ?? '1.0.0', ...(description !== undefined && { description }) },
    ...(servers !== undefined && { servers: servers.map((url) => ({ url })) }),
    ...(security !== undefined && { security: security.security }),
    tags: tagsOf(found, all, serviceName),
    paths,
    components: {
      schemas: writing.allSchemas(),
      responses: shared,
      ...(security !== undefined && { securitySchemes: security.securitySchemes }),
    },
  };
}

/** A document as the text of a file. */
export function documentText(document: OpenApiDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function securityOf(
  services: readonly AnyService[],
  { securitySchemes, security }: OpenApiOptions,
): Security | undefined {
  const demanded = securitySchemes === undefined ? demandedSecurity(services) : undefined;
  const schemes = securitySchemes ?? demanded?.securitySchemes;
  if (schemes === undefined || security?.length === 0) {
    return undefined;
  }
  const names = security?.flatMap((each) => Object.keys(each)) ?? [];
  const unknown = names.find((name) => !Object.hasOwn(schemes, name));
  if (unknown !== undefined) {
    throw new TypeError(`\`security\` names the scheme "${unknown}", which \`securitySchemes\` does not have.`);
  }
  const any = demanded?.security ?? Object.keys(schemes).map((name) => ({ [name]: [] }));
  return { securitySchemes: schemes, security: security ?? any };
}

function tagsOf(
  routes: readonly JsonRoute[],
  services: readonly AnyService[],
  serviceName: (service: AnyService) => string,
): OpenApiDocument['tags'] {
  const texts = new Map(services.map((service) => [serviceName(service), service.documentation]));
  return [...new Set(routes.flatMap(({ tags }) => tags))].map((name) => {
    const description = texts.get(name);
    return { name, ...(description !== undefined && { description }) };
  });
}

function responses(writing: Writing): Readonly<Record<string, object>> {
  const entries = Object.entries(problems).map(([name, { description }]) => {
    const schema = writing.problem(name as ProblemName);
    return [name, { description, content: { 'application/problem+json': { schema } } }];
  });
  return Object.fromEntries(entries);
}

/** Larger examples show nothing that smaller ones do not. */
const longestExample = 8192;

class DocumentWriting implements Writing {
  readonly schemas: SharedSchemas;
  readonly faults: FaultStatuses;
  readonly headerBlocks: boolean;
  readonly members: JsonMembers;
  readonly #examples: boolean;
  /** Names of schemas of faults that another detail has, too. */
  readonly #faultNames: ReadonlyMap<string, number>;
  readonly #own = new Map<string, JsonSchema>();

  constructor(
    services: readonly AnyService[],
    { faults = {}, headerBlocks = true, examples = true, members = 'properties', nameOf, describe }: OpenApiOptions,
  ) {
    this.schemas = new SharedSchemas({
      refs: componentSchemas,
      services: services as readonly ServiceDescriptor[],
      discriminators: true,
      members,
      ...(nameOf !== undefined && { nameOf }),
      ...(describe !== undefined && { describe }),
    });
    this.faults = faults;
    this.headerBlocks = headerBlocks;
    this.members = members;
    this.#examples = examples;
    this.#faultNames = this.#writeAll(services);
  }

  example(operation: OperationDescriptor, way: 'input' | 'output'): JsonValue | undefined {
    if (!this.#examples) {
      return undefined;
    }
    const options = { members: this.members };
    try {
      const json =
        way === 'input'
          ? requestToJson(operation, sampleRequest(operation), options)
          : answerToJson(operation, sampleAnswer(operation), options);
      return JSON.stringify(json).length > longestExample ? undefined : json;
    } catch (error) {
      // There are types without values, and those whose patterns allow no sample: a document can do without.
      if (error instanceof Error) {
        return undefined;
      }
      throw error;
    }
  }

  fault(fault: FaultDescriptor): JsonSchema {
    const { name, element } = fault;
    const isShared = (this.#faultNames.get(name) ?? 0) > 1;
    const more = isShared && element !== undefined ? `.${element.name}` : '';
    return this.#refer(`${name}${more}.Fault`, this.#faultForm(fault));
  }

  problem(name: ProblemName): JsonSchema {
    return name === 'UnprocessableContent'
      ? this.#refer('Http.Mistakes', mistakesSchema)
      : this.#refer('Http.Problem', problemSchema);
  }

  /** All schemas by name, in the order of code units, so that a further operation moves none. */
  allSchemas(): Readonly<Record<string, JsonSchema>> {
    const all = [...Object.entries(this.schemas.definitions), ...this.#own];
    return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Writes all schemas of types, so that their names are known, and counts the forms of the faults of each name. */
  #writeAll(services: readonly AnyService[]): ReadonlyMap<string, number> {
    const operations = services.flatMap((service) => Object.values<OperationDescriptor>(service.operations));
    for (const operation of operations) {
      this.schemas.request(operation);
      this.schemas.answer(operation);
    }
    const declared = operations.flatMap(({ faults = [] }) => faults);
    const forms = new Map(declared.map((fault) => [JSON.stringify(this.#faultForm(fault)), fault.name]));
    const counts = new Map<string, number>();
    for (const name of forms.values()) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  }

  #faultForm(fault: FaultDescriptor): JsonSchema {
    return faultSchema(fault.name, this.schemas.fault(fault));
  }

  /** A reference to a schema of ours, whose name ends with a mark while a type has it. */
  #refer(wanted: string, schema: JsonSchema): JsonSchema {
    let name = wanted.replace(/[^\w.-]/g, '_');
    const text = JSON.stringify(schema);
    const isTaken = (): boolean =>
      Object.hasOwn(this.schemas.definitions, name) ||
      (this.#own.has(name) && JSON.stringify(this.#own.get(name)) !== text);
    while (isTaken()) {
      name += '_';
    }
    this.#own.set(name, schema);
    return { $ref: componentSchemas + name };
  }
}
