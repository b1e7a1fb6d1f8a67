import type { DecodeOptions, EncodeOptions } from '../../schema/index.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import type { NamespaceTranslation } from '../../service/translation.js';
import type { EnvelopeStarts } from '../../soap/envelope-starts.js';
import type { SoapHeaderExtension } from '../../soap/extension.js';
import type { HeaderExtensions } from '../../soap/header-extensions.js';
import type { MessageValidator } from '../../soap/message-validator.js';
import type { MessagePrefixes } from '../../soap/prefixes.js';
import type { XmlReader, XmlReaderOptions, XmlWriterOptions } from '../../xml/index.js';
import type { Profile } from '../profile/profile.js';
import type { HttpRoutes } from './http-routes.js';
import type { KnownHeaders } from './known-headers.js';
import type { SoapRoutes } from './soap-routes.js';

/** Everything that is served at one path. */
export interface Endpoint extends HttpRoutes {
  /** True if an address of it ends with `/`, which then means nothing. */
  readonly endsWithSlash: boolean;
  readonly profile: Profile;
  readonly services: readonly ServiceDescriptor[];
  readonly namespaces: NamespaceTranslation;
  /** Options of the readers of requests. */
  readonly readerOptions: XmlReaderOptions;
  /** Begins the document of a request whose text was put together from parts of it; undefined for requests as they came. */
  readonly open: ((text: string) => XmlReader) | undefined;
  /** True if requests that call nothing here go to the fallback. */
  readonly passesOn: boolean;
  /** Undefined if none are chosen. */
  readonly prefixes: MessagePrefixes | undefined;
  /** Options of the writers of answers, by version and the namespace that is to be the default one; filled on first use. */
  readonly writerOptions: Map<string, XmlWriterOptions>;
  /** Header blocks that are understood without being declared, as `{namespace}name`. */
  readonly understoodHeaders: ReadonlySet<string>;
  /** Roles of the server besides those of every ultimate receiver. */
  readonly roles: ReadonlySet<string>;
  /** What meets the demands of the ports at the path; none where no port demands anything. */
  readonly security: readonly SoapHeaderExtension[];
  /** Undefined if there are none. */
  readonly extensions: HeaderExtensions | undefined;
  /** How requests are read. */
  readonly decode: DecodeOptions;
  /** How results are written. */
  readonly encode: Pick<EncodeOptions, 'unknownProperties'>;
  /** Checks parameters and results beyond what reading and writing check. */
  readonly validate: MessageValidator | undefined;
  /** How the reader of an envelope gets to its Body. */
  readonly envelopeStarts: EnvelopeStarts;
  /** The calls that headers of earlier requests named. */
  readonly knownHeaders: KnownHeaders;
  readonly soap11: SoapRoutes | undefined;
  readonly soap12: SoapRoutes | undefined;
}

/** An endpoint while its routes are added. */
export type MutableEndpoint = { -readonly [K in Exclude<keyof Endpoint, 'services'>]: Endpoint[K] } & {
  services: ServiceDescriptor[];
};

/** True if an endpoint serves SOAP, in any version. */
export function hasSoap(endpoint: Endpoint): boolean {
  return endpoint.soap11 !== undefined || endpoint.soap12 !== undefined;
}
