import type { ServerAddressingOptions } from '../../addressing/server-extension.js';
import {
  anyValue,
  callback,
  either,
  flag,
  functions,
  type OptionKind,
  type OptionKinds,
  object,
  oneOf,
  requireOptions,
  texts,
  withMethods,
} from '../../base/options.js';
import type { Tolerate, UnknownContent } from '../../schema/index.js';
import type { AddressingVersion } from '../../service/addressing.js';
import type { BindingKind } from '../../service/descriptor.js';
import { messageOptions } from '../../service/message-options.js';
import type { SoapHeaderExtension } from '../../soap/extension.js';
import type { MessageValidator } from '../../soap/message-validator.js';
import type { DeclareAt, PrefixesByNamespace } from '../../soap/prefixes.js';
import type { ServerExchanges } from '../base/exchanges.js';
import { checkLimits, type ServerLimits, serverLimits, serviceLimits } from '../base/limits.js';
import { TextCache } from '../base/text-cache.js';
import { type DoorOptions, doorOptions, doorSettings } from '../door/door-options.js';
import type { DoorSettings } from '../door/front-door.js';
import type { ServerFallback, ServerShadow } from '../handlers/fallback.js';
import type { ServerInterceptor } from '../handlers/interceptors.js';
import type { ServiceRegistration } from '../handlers/registration.js';
import type { ProfileName } from '../profile/profile.js';
import { Fairness, type FairnessOptions } from '../turns/fairness.js';
import { RunningCalls } from '../turns/running-calls.js';
import { Turns } from '../turns/turns.js';
import type { TextXmlCharset } from '../wire/charset.js';
import type { ServerPages } from './pages.js';

/** The argument of `onError` for a failed call. Parameters, headers and the query are left out: they may contain credentials. */
export interface ErrorInfo {
  /** Names on the wire; undefined if the request was not yet matched to an operation. */
  readonly service: string | undefined;
  readonly operation: string | undefined;
  readonly binding: BindingKind | undefined;
  readonly method: string;
  /** Path without the query, with parameters in the path replaced by their names. */
  readonly path: string;
}

/** Options of `createServer`. */
export interface ServerOptions extends DoorOptions {
  readonly services: readonly ServiceRegistration[];
  /** Values of the placeholders that the services' namespaces leave open. */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** Serve help pages, the list of services at the base path, and `?WSDL`. Default true; a bundle without their code has `createBareServer`. */
  readonly pages?: boolean;
  /** Whose rules to follow. Default: ASP.NET's for paths that end in `.asmx`, WCF's for `.svc`, the specifications for others. */
  readonly profile?: ProfileName;
  /**
   * Encoding of `text/xml` without charset. Default `declared`: the XML declaration, else UTF-8 (RFC 7303), because ASP.NET's own
   * rule, `us-ascii`, silently replaces every other character by `?`.
   */
  readonly textXmlCharset?: TextXmlCharset;
  /**
   * Refuse queries and forms with a value that looks like markup (`<a`, `<!`, `</`, `<?`, `&#`), as ASP.NET does by default.
   * Default false: such values are harmless here, and SOAP accepts them in any case.
   */
  readonly requestValidation?: boolean;
  /** Send the messages of handlers' errors to clients (never stack traces). Default false: they may contain secrets. */
  readonly includeErrorDetail?: boolean;
  /**
   * Called around every call of an operation, the first outermost: for authentication, tenants, metrics. They see calls whose parameters could be read; the time limit of
   * calls includes them.
   */
  readonly interceptors?: readonly ServerInterceptor[];
  /**
   * Told about each request for an operation, with its answer, the time and the error; credentials are hidden as in the errors of clients, and bodies decoded on demand:
   * `serverExchanges((exchange) => …)`.
   */
  readonly onExchange?: ServerExchanges;
  /** Called for every error of a handler or an interceptor, and for results that cannot be encoded. Errors that it throws are ignored. */
  readonly onError?: (error: unknown, info: ErrorInfo) => void;
  /**
   * SOAP header blocks, as `{namespace}name`, that handlers, interceptors or something in front of the services process, such as WS-Security: they may
   * be marked `mustUnderstand`. Default: only those that operations declare.
   */
  readonly understoodHeaders?: readonly string[];
  /**
   * Actors or roles that this server plays besides those of every ultimate receiver (SOAP 1.1, 4.2.2; SOAP 1.2 Part 1, 2.2). Header blocks for others are only
   * in `soapHeaders.$any`, and need not be understood. Default none.
   */
  readonly roles?: readonly string[];
  /**
   * WS-Addressing: `true` understands both versions, `'1.0'` or `'2004/08'` that one; an object has further options. Default: both, at the addresses of services whose
   * WSDL or policy asks for it; `false` turns it off. Requests without it are served as well, unless their WSDL requires it.
   */
  readonly addressing?: AddressingVersion | boolean | ServerAddressingOptions;
  /** Extensions that read and write SOAP header blocks of their own. */
  readonly extensions?: readonly SoapHeaderExtension[];
  /**
   * The prefixes of answers and faults, for callers that insist on some, by namespace: `{ soap: 'soapenv', 'urn:orders': 'ord' }`; `soap` is the
   * envelope, `''` the default namespace. Default: those of the profile.
   */
  readonly prefixes?: PrefixesByNamespace;
  /** Where the prefixes of `prefixes` are declared: at the `'envelope'`, or at the first element that uses one. Default `'use'`. */
  readonly declareAt?: DeclareAt;
  readonly limits?: ServerLimits;
  /** How the server divides its time among callers, by their addresses and principals; `false` counts all callers as one. */
  readonly fairness?: FairnessOptions | false;
  /** An older service, made by `fallback` of the entry `migration`, that gets the calls of operations which are not implemented here. Default: none. */
  readonly fallback?: ServerFallback;
  /** A comparison with an older service, made by `shadow` of the entry `migration`. Default: none. */
  readonly shadow?: ServerShadow;
  /**
   * What to do with properties of a result that its type does not have: `'refuse'` (default) answers with a fault and tells `onError`, `'ignore'`
   * leaves them out, for handlers that return objects with more than the message holds.
   */
  readonly unknownProperties?: 'refuse' | 'ignore';
  /**
   * Content of requests that does not fit the schema and is read all the same, in addition to what the profile reads. Values always have their declared types.
   * Default `'nothing'`.
   */
  readonly tolerate?: Tolerate;
  /** Called for everything in requests that was ignored because their schema does not know it, or read although it is not quite right. */
  readonly onUnknown?: (content: UnknownContent) => void;
  /** Checks parameters before handlers see them, and results, against every facet and occurrence of the schema: `messageValidator()`. Default: none. */
  readonly validate?: MessageValidator;
}

/** The options of a server without pages. */
export type BareServerOptions = Omit<ServerOptions, 'pages'>;

const versions = oneOf('1.0', '2004/08');

/** The kinds of the options of a server without pages. */
export const bareServerOptions: OptionKinds<BareServerOptions> = {
  ...doorOptions,
  ...messageOptions,
  services: { expected: 'an array of services', fits: Array.isArray },
  profile: oneOf('aspnet', 'wcf', 'strict'),
  textXmlCharset: oneOf('declared', 'us-ascii'),
  requestValidation: flag,
  includeErrorDetail: flag,
  interceptors: functions,
  onExchange: either('`serverExchanges((exchange) => …)`', withMethods('', 'begin'), callback),
  onError: callback,
  understoodHeaders: texts,
  roles: texts,
  addressing: either('true, false, "1.0", "2004/08" or an object', flag, versions, object),
  limits: object,
  // It says by itself what is wrong with it.
  fairness: anyValue,
  fallback: withMethods('`fallback()` of the entry `migration`', 'answer'),
  shadow: withMethods('`shadow()` of the entry `migration`', 'around'),
};

/** The kinds of the options of a server. */
export const serverOptions: OptionKinds<ServerOptions> = { ...bareServerOptions, pages: flag };

const addressingOptions: OptionKinds<ServerAddressingOptions> = { version: versions, isDestination: callback };

/**
 * Throws `TypeError` for options that do not exist, are needed and missing, or are of another kind than their types say. `owner` makes the server, of options of
 * these kinds and with these limits.
 */
export function checkServerOptions<Options extends Pick<BareServerOptions, 'addressing' | 'limits'>>(
  owner: string,
  options: Options,
  kinds: OptionKinds<Options>,
  needed: readonly (keyof Options & string)[],
  limits: Readonly<Record<string, OptionKind>> = serviceLimits,
): void {
  requireOptions(owner, options, kinds, needed);
  checkLimits(options.limits, limits);
  if (typeof options.addressing === 'object') {
    requireOptions('addressing', options.addressing, addressingOptions);
  }
}

/** Options with every default applied. */
export interface ServerSettings extends DoorSettings {
  /** Undefined if there are none. */
  readonly pages: ServerPages | undefined;
  readonly textXmlCharset: TextXmlCharset;
  readonly requestValidation: boolean;
  readonly includeErrorDetail: boolean;
  readonly onError: ((error: unknown, info: ErrorInfo) => void) | undefined;
  readonly exchanges: ServerExchanges | undefined;
  readonly limits: Required<ServerLimits>;
  /** The calls that run at the moment. */
  readonly calls: RunningCalls;
  /** Who calls, and how much each has used. */
  readonly fairness: Fairness;
  /** When requests are taken, and answers that come later are written. */
  readonly turns: Turns;
  /** Documents and samples as they were served before. */
  readonly texts: TextCache;
}

/** Characters of documents and samples that a server keeps. */
const keptCharacters = 32 * 1_048_576;

/**
 * Applies defaults; `pages` are those of the server, `callMemory` as for `serverLimits`. Throws `RangeError` for a limit that is not a number of at least 0,
 * `TypeError` as `doorSettings`.
 */
export function serverSettings(
  options: BareServerOptions,
  pages: ServerPages | undefined,
  callMemory?: number,
): ServerSettings {
  const limits = serverLimits(options.limits, callMemory);
  return {
    ...doorSettings(options),
    pages,
    textXmlCharset: options.textXmlCharset ?? 'declared',
    requestValidation: options.requestValidation ?? false,
    includeErrorDetail: options.includeErrorDetail ?? false,
    onError: options.onError,
    exchanges: requireExchanges(options.onExchange),
    limits,
    calls: new RunningCalls(limits.maxConcurrentCalls, limits.maxConcurrentBytes),
    fairness: new Fairness(options.fairness),
    turns: new Turns(),
    texts: new TextCache(keptCharacters),
  };
}

/** JavaScript callers may give a function to the `createServer` of hosts that have `fetch`. */
function requireExchanges(option: ServerExchanges | undefined): ServerExchanges | undefined {
  if (typeof option === 'function') {
    throw new TypeError(
      'The option onExchange is `serverExchanges((exchange) => …)`; createServer of /node takes the function, too.',
    );
  }
  return option;
}
