import { faultStatus, jsonRoutes, openApi, type RouteOptions } from '@wsdl-codegen/openapi';
import {
  type ErrorInfo,
  type FrontDoorOptions,
  type RequestHead,
  ServiceContext,
  type ServiceDescriptor,
  type WireRequest,
  type WireResponse,
} from '@wsdl-codegen/runtime';
import {
  emptyResponse,
  headerValue,
  joinPaths,
  needsPreflight,
  type OpenBody,
  parseMediaType,
  type ReceivedAnswer,
  requestWith,
  splitTarget,
  watched,
} from '@wsdl-codegen/runtime/extend';
import { SharedSchemas } from '@wsdl-codegen/runtime/json';
import { preferred } from './accept.js';
import { AnswerError, offeredTypes, resultAnswer } from './answer.js';
import { type Failure, failureOf } from './failures.js';
import type { AddressedRequest, ReadInput } from './input.js';
import { type ItemsType, itemsTypeOf } from './items.js';
import { type GatewayOptions, type Limits, limitsOf } from './options.js';
import { pageFiles } from './page.js';
import { valueAt } from './places.js';
import { ProblemAnswer, problemAnswer } from './problem.js';
import { type RoutePlan, routePlan } from './route-plan.js';
import { type FoundRoute, PathTable } from './route-table.js';
import { servedService } from './service.js';

/** Answers the requests that a front door lets in. */
export class GatewayCore {
  readonly #options: GatewayOptions;
  readonly #limits: Limits;
  readonly #routes: PathTable<RoutePlan>;
  /** The document and the page, by their paths. */
  readonly #files: ReadonlyMap<string, WireResponse>;

  /** Throws `TypeError` for routes that cannot be, and for services that have no JSON. */
  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#limits = limitsOf(options.limits);
    const { interceptors = [], basePath = '', members = 'properties' } = options;
    const { handlerTimeoutMs } = this.#limits;
    const served = options.services.map((each) => servedService(each, { interceptors, handlerTimeoutMs }));
    const services = served.map(({ descriptor }) => descriptor);
    // The names that references begin with are those of the document, whose rules for places are asked.
    const schemas = new SharedSchemas({ services, refs: '#/components/schemas/', members });
    const settings = { schemas, members, limits: this.#limits, hasBlocks: options.headerBlocks !== false };
    const plans = jsonRoutes(services, routeOptionsOf(options)).map((route) => {
      const own = served.find(({ descriptor }) => descriptor === route.service);
      return routePlan(route, own as (typeof served)[0], settings);
    });
    this.#routes = new PathTable(plans, basePath);
    // The document is made in any case: it refuses members in paths that requests do not have.
    const files = filesOf(services, options);
    this.#files = options.pages === false ? new Map() : files;
  }

  /** The options of the door in front. */
  get door(): FrontDoorOptions {
    const { limits, basePath, baseUrl, hosts, trustProxy, trustedOrigins, cors, fairness } = this.#options;
    const { maxBodyBytes, maxIncomingBytes, maxConcurrentCalls, maxConcurrentBytes } = limits ?? {};
    const given = { basePath, baseUrl, hosts, trustProxy, trustedOrigins, cors, fairness };
    return {
      ...present(given),
      limits: present({ maxBodyBytes, maxIncomingBytes, maxConcurrentCalls, maxConcurrentBytes }),
      decodesBodies: true,
      isOpen: (head) => this.#isOpen(head),
      methods: (head) => [...this.#routes.at(pathOf(head)).keys()],
      refused: (answer) => refusal(answer),
      receiving: (head, body) => this.#receive(head, body),
      onError: (error, { method, path }) => this.#report(error, { method, path, ...nobody }),
    };
  }

  /** Answers a request whose body is there. Does not reject but for our own mistakes. */
  handle(request: WireRequest): WireResponse | Promise<WireResponse> {
    const { method } = request;
    const verbs = this.#routes.at(pathOf(request));
    const found = verbs.get(method);
    if (found === undefined) {
      return this.#fileAt(request, verbs) ?? this.#elsewhere(request, verbs);
    }
    const { onExchange } = this.#options;
    return watched(
      onExchange,
      request,
      (each) => this.#call(each, found, (address) => found.route.reader.whole(each, address)),
      (error) => this.#failed(error, request, found),
    );
  }

  /** A file of the page: a route at the same place goes before it. */
  #fileAt(request: RequestHead, verbs: ReadonlyMap<string, unknown>): WireResponse | undefined {
    const { method } = request;
    const file = this.#files.get(pathOf(request));
    if (file === undefined || verbs.size > 0) {
      return undefined;
    }
    const Allow = 'GET, HEAD';
    return method === 'GET' || method === 'HEAD'
      ? { ...file, headers: { ...file.headers }, ...(method === 'HEAD' && { body: '' }) }
      : problemAnswer({ status: 405, detail: `This address takes ${Allow}.`, headers: { Allow } });
  }

  #elsewhere({ method }: WireRequest, verbs: ReadonlyMap<string, unknown>): WireResponse {
    const Allow = [...verbs.keys()].join(', ');
    if (verbs.size === 0) {
      return problemAnswer({ status: 404, detail: 'There is nothing at this address.' });
    }
    return method === 'OPTIONS'
      ? emptyResponse(204, { Allow })
      : problemAnswer({ status: 405, detail: `This address takes ${Allow}.`, headers: { Allow } });
  }

  /** What pages of other sites may ask for: nothing that browsers send without asking. */
  #isOpen(head: RequestHead): boolean {
    const path = pathOf(head);
    const isFile = this.#files.has(path) && this.#routes.at(path).size === 0;
    return isFile || (head.method !== 'GET' && needsPreflight(head));
  }

  async #call(
    request: WireRequest,
    found: FoundRoute<RoutePlan>,
    read: (address: AddressedRequest) => ReadInput | Promise<ReadInput>,
  ): Promise<WireResponse> {
    const { route: plan, members } = found;
    const { route, served, output } = plan;
    const binding = request.method === 'GET' ? 'httpGet' : 'httpPost';
    const soapHeaders: Record<string, unknown> = {};
    const context = new ServiceContext(
      route.service as ServiceDescriptor,
      route.operation,
      binding,
      request,
      soapHeaders,
    );
    try {
      const type = this.#typeOf(request, plan);
      const { value: input, blocks } = await read({ members, query: splitTarget(request.url).query });
      Object.assign(soapHeaders, blocks);
      const calls = isInParts(input, plan) || itemsTypeOf(type) !== undefined ? served.streams : served.calls;
      const call = calls.get(route.method);
      if (call === undefined) {
        throw new ProblemAnswer({ status: 501, detail: 'The operation is not implemented.' });
      }
      const result = await call(input, context, request);
      const failed = (error: unknown): void => this.#report(error, infoOf(request, found));
      const answer = await resultAnswer(output, result, type, { failed });
      const fields = found.route.input.blocks?.write(context.responseSoapHeaders);
      return { ...answer, headers: { ...answer.headers, ...fields, ...context.responseHeaders } };
    } catch (error) {
      const answer = this.#failed(error, request, found);
      return { ...answer, headers: { ...answer.headers, ...context.responseHeaders } };
    }
  }

  #typeOf({ headers }: WireRequest, { output }: RoutePlan): string {
    const offered = offeredTypes(output);
    const type = preferred(headerValue(headers, 'accept'), offered);
    if (type === undefined) {
      throw new ProblemAnswer({ status: 406, detail: `The answer can be ${offered.join(', ')}.` });
    }
    return type;
  }

  #failed(error: unknown, request: RequestHead, found: FoundRoute<RoutePlan>): WireResponse {
    const { route, served } = found.route;
    const { includeErrorDetail: showsDetail = false, faults, members = 'properties' } = this.#options;
    const { operation, method } = route;
    const statusOf = (fault: string): number => faultStatus({ name: operation.name, method }, fault, faults);
    const failure: Failure =
      error instanceof AnswerError
        ? answerFailure(error, served.isRemote, showsDetail)
        : failureOf(error, { operation, isRemote: served.isRemote, showsDetail, members, statusOf });
    if (failure.isOurs) {
      this.#report(error, infoOf(request, found));
    }
    request.exchange?.failed(error);
    return problemAnswer(failure.problem);
  }

  /** Answers a request whose items are read as they arrive; undefined for other requests. */
  #receive(head: RequestHead, body: OpenBody): Promise<ReceivedAnswer> | undefined {
    const found = this.#routes.at(pathOf(head)).get(head.method);
    const type = itemsTypeOf(parseMediaType(headerValue(head.headers, 'content-type'))?.type);
    if (found === undefined || type === undefined || headerValue(head.headers, 'content-encoding') !== undefined) {
      return undefined;
    }
    const { served, route, input } = found.route;
    return input.list !== undefined && served.receives(route.method)
      ? this.#received(head, body, found, type)
      : undefined;
  }

  async #received(
    head: RequestHead,
    body: OpenBody,
    found: FoundRoute<RoutePlan>,
    type: ItemsType,
  ): Promise<ReceivedAnswer> {
    const { reader } = found.route;
    const exchange = this.#options.onExchange?.begin(head, undefined);
    const request = requestWith(head, { body: noBytes, ...(exchange !== undefined && { exchange }) });
    const arriving = new ArrivingBody(body);
    const response = await this.#call(request, found, (address) =>
      reader.inParts(head, { type, body: arriving.parts() }, address),
    );
    exchange?.end(response);
    return { response, isRead: arriving.isRead };
  }

  #report(error: unknown, info: ErrorInfo): void {
    try {
      this.#options.onError?.(error, info);
    } catch {
      // A report has no influence on answers.
    }
  }
}

const noBytes = new Uint8Array(0);
const nobody = { service: undefined, operation: undefined, binding: undefined };

/** A body on its way. */
class ArrivingBody {
  readonly #body: OpenBody;
  isRead = false;

  constructor(body: OpenBody) {
    this.#body = body;
  }

  async *parts(): AsyncGenerator<Uint8Array, void> {
    try {
      for (let step = await this.#body.next(); step.done !== true; step = await this.#body.next()) {
        yield step.value;
      }
      this.isRead = true;
    } finally {
      if (!this.isRead) {
        await this.#body.return();
      }
    }
  }
}

/** True for a parameter with a source in the place of its list. */
function isInParts(input: unknown, { input: { list } }: RoutePlan): boolean {
  const items = list && valueAt(input, list.steps);
  return typeof items === 'object' && items !== null && Symbol.asyncIterator in items;
}

function pathOf({ admission, url }: RequestHead): string {
  return (admission?.target ?? splitTarget(url)).path;
}

function infoOf(request: RequestHead, { route: { route } }: FoundRoute<RoutePlan>): ErrorInfo {
  return {
    service: route.service.name,
    operation: route.operation.name,
    binding: request.method === 'GET' ? 'httpGet' : 'httpPost',
    method: request.method,
    path: route.path,
  };
}

function answerFailure(error: AnswerError, isRemote: boolean, showsDetail: boolean): Failure {
  const detail = isRemote ? 'The answer of the service is none that its contract allows.' : 'The operation failed.';
  return {
    problem: { status: isRemote ? 502 : 500, detail: showsDetail ? `${detail} ${error.message}` : detail },
    isOurs: true,
  };
}

/** The problem that says what a refusal of the door says in plain text. */
function refusal({ status, headers, body }: WireResponse): WireResponse {
  const { 'Content-Type': _, ...others } = headers;
  const answer = problemAnswer({
    status,
    detail: typeof body === 'string' && body.trim() !== '' ? body.trim() : refusalText(status),
  });
  return { ...answer, headers: { ...others, ...answer.headers } };
}

function refusalText(status: number): string {
  return status === 413 ? 'The body is longer than this server takes.' : 'The request was refused.';
}

function filesOf(services: readonly ServiceDescriptor[], options: GatewayOptions): ReadonlyMap<string, WireResponse> {
  const { basePath = '', title, version, description, faults, securitySchemes, security, examples, nameOf } = options;
  const { headerBlocks, members, servers = basePath === '' ? undefined : [basePath] } = options;
  const own = {
    title,
    version,
    description,
    servers,
    faults,
    securitySchemes,
    security,
    headerBlocks,
    members,
    examples,
    nameOf,
  };
  const document = openApi(services, { ...routeOptionsOf(options), ...present(own) });
  // As `/base`, or empty.
  return pageFiles(JSON.stringify(document), joinPaths(basePath, '/').replace(/\/$/, ''));
}

function routeOptionsOf({ routes, safe, tags, serviceName }: GatewayOptions): RouteOptions {
  return present({ routes, safe, tags, serviceName });
}

/** An object without the members that are undefined. */
function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never;
}
