import { type OpenApiOptions, openApiOptionKinds } from '@wsdl-codegen/openapi';
import type {
  CallOptions,
  ClientAnswer,
  ErrorInfo,
  FrontDoorOptions,
  RequestHandler,
  ServerExchanges,
  ServerInterceptor,
  ServiceContext,
  ServiceRegistration,
  SoapServer,
  Transport,
} from '@wsdl-codegen/runtime';
import {
  anyValue,
  callback,
  either,
  flag,
  number,
  type OptionKinds,
  object,
  requireOptions,
  texts,
} from '@wsdl-codegen/runtime/extend';

/** What a program lets a gateway say to the service in its caller's name. */
export type PassedOn = Pick<CallOptions, 'headers' | 'soapHeaders'>;

/** A service behind a gateway: a client that calls it, or a class that implements it. */
export type GatewayService = GatewayClient | GatewayClass;

/** What a gateway needs of a client. */
export interface CallableClient {
  readonly $service: object;
  readonly $options?: { readonly transport?: Transport | undefined };
  $exchange(method: never, input: unknown, options?: never): Promise<ClientAnswer>;
}

/** A service that a client calls. */
export interface GatewayClient {
  /** A generated client, or a `DynamicClient`. */
  readonly client: CallableClient;
  /**
   * Headers of requests that the service gets as well: their names, or a function that gives what calls need. Without it nothing that the caller sends besides the JSON reaches the
   * service, and so no credential does.
   */
  readonly passOn?: readonly string[] | ((context: ServiceContext) => PassedOn | Promise<PassedOn>);
  /**
   * Check answers against the whole schema (default): one that breaks a rule is 502. False passes on all answers that have a JSON form, as the client takes them. There are services that break
   * their own rules: those of .NET leave out required attributes where an element is nil.
   */
  readonly validateAnswers?: boolean;
  readonly service?: undefined;
}

/** A service without SOAP between. */
export interface GatewayClass {
  /** What the function of the generated package makes, as for `createServer`: `accountApi(new MyAccountApi())`. */
  readonly service: ServiceRegistration;
  readonly client?: undefined;
  readonly passOn?: undefined;
  readonly validateAnswers?: undefined;
}

/** Bounds of requests, as those of a server. */
export interface GatewayLimits {
  /** Bytes of a body, without its `Content-Encoding`; of one that comes item by item, those of each item. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** Bytes of a body that comes item by item. Default: those of other bodies. */
  readonly maxStreamBytes?: number;
  /** Depth of JSON. Default 128. */
  readonly maxDepth?: number;
  /** Values in an address. Default 1000. */
  readonly maxFields?: number;
  /** Milliseconds that a call may take before the answer is 504. Default 60,000; 0 means no limit. */
  readonly handlerTimeoutMs?: number;
  readonly maxIncomingBytes?: number;
  readonly maxConcurrentCalls?: number;
  readonly maxConcurrentBytes?: number;
}

/** Makes a server of a handler, as the function `frontDoor` of the runtime does. */
export type Door<Server extends SoapServer> = (handler: RequestHandler, options: FrontDoorOptions) => Server;

/** Options of `createGateway`. */
export interface GatewayOptions<Server extends SoapServer = SoapServer>
  extends Omit<
      FrontDoorOptions,
      'isOpen' | 'methods' | 'decodesBodies' | 'refused' | 'receiving' | 'onError' | 'limits'
    >,
    OpenApiOptions {
  readonly services: readonly GatewayService[];
  /** `frontDoor` of `@wsdl-codegen/runtime/node` gives the gateway `listen` and `nodeListener`. Default: that of `@wsdl-codegen/runtime`, with `fetch` and `handle`. */
  readonly door?: Door<Server>;
  /** Called around every call, the first outermost: for authentication, tenants, metrics. */
  readonly interceptors?: readonly ServerInterceptor[];
  /** Told about each request, its answer, the time and the error, with credentials hidden: `serverExchanges((exchange) => …)`. */
  readonly onExchange?: ServerExchanges;
  /** Called for every error that is no answer of the service's own. Errors that it throws are ignored. */
  readonly onError?: (error: unknown, info: ErrorInfo) => void;
  /** Show the reasons of undeclared faults and the messages of errors to callers. Default false: they may contain addresses and secrets. */
  readonly includeErrorDetail?: boolean;
  readonly limits?: GatewayLimits;
  /** Serve `/openapi.json` and the page for people at `/`. Default true. */
  readonly pages?: boolean;
}

const limitKinds: OptionKinds<GatewayLimits> = {
  maxBodyBytes: number,
  maxStreamBytes: number,
  maxDepth: number,
  maxFields: number,
  handlerTimeoutMs: number,
  maxIncomingBytes: number,
  maxConcurrentCalls: number,
  maxConcurrentBytes: number,
};

const kinds: OptionKinds<GatewayOptions> = {
  ...openApiOptionKinds,
  services: { expected: 'an array of services', fits: Array.isArray },
  door: callback,
  interceptors: { expected: 'an array of functions', fits: Array.isArray },
  onExchange: object,
  onError: callback,
  includeErrorDetail: flag,
  limits: object,
  pages: flag,
  // The front door says what is wrong with its own.
  basePath: anyValue,
  baseUrl: anyValue,
  hosts: anyValue,
  trustProxy: anyValue,
  trustedOrigins: anyValue,
  cors: anyValue,
  fairness: anyValue,
};

const serviceKinds: OptionKinds<
  Pick<GatewayClient, 'passOn' | 'validateAnswers'> & { client?: unknown; service?: unknown }
> = {
  client: object,
  service: object,
  passOn: either('an array of names or a function', texts, callback),
  validateAnswers: flag,
};

/** Throws `TypeError` for options that do not exist or are of another kind. */
export function checkGatewayOptions(options: GatewayOptions): void {
  requireOptions('createGateway', options, kinds, ['services']);
  if (options.limits !== undefined) {
    requireOptions('limits', options.limits, limitKinds);
  }
  if (options.services.length === 0) {
    throw new TypeError('createGateway needs a service: services: [{ client }] or [{ service }].');
  }
  options.services.forEach((each, i) => {
    requireOptions(`services[${i}]`, each, serviceKinds);
    if ((each.client === undefined) === (each.service === undefined)) {
      throw new TypeError(`services[${i}] has to have a client or a service: { client } or { service }.`);
    }
  });
}

/** Given limits over defaults. */
export type Limits = Required<
  Pick<GatewayLimits, 'maxBodyBytes' | 'maxStreamBytes' | 'maxDepth' | 'maxFields' | 'handlerTimeoutMs'>
>;

/** The limits of a gateway. Throws `RangeError` for one that is not a number of at least 0. */
export function limitsOf(given: GatewayLimits = {}): Limits {
  const maxBodyBytes = given.maxBodyBytes ?? 1_048_576;
  const limits: Limits = {
    maxBodyBytes,
    maxStreamBytes: given.maxStreamBytes ?? maxBodyBytes,
    maxDepth: given.maxDepth ?? 128,
    maxFields: given.maxFields ?? 1000,
    handlerTimeoutMs: given.handlerTimeoutMs ?? 60_000,
  };
  for (const [name, value] of Object.entries(limits)) {
    if (!(value >= 0)) {
      throw new RangeError(`limits.${name} is ${value}; give a number of at least 0.`);
    }
  }
  return limits;
}
