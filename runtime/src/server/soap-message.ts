import type { ComplexType } from '../schema/descriptor.js';
import type { DecodeOptions } from '../schema/index.js';
import { decodeContent, decodeElement, decodeEncoded, EncodedBlocks } from '../schema/index.js';
import { lookedUp } from '../schema/resolve.js';
import type { MessageDescriptor } from '../service/descriptor.js';
import { drain, nextChild, skipElement } from '../soap/cursor.js';
import { enterBody, type HeaderFacts } from '../soap/envelope.js';
import { decodeHeader, isHeader } from '../soap/header.js';
import type { SoapVersionFacts } from '../soap/version.js';
import { type XmlCursor, XmlReader } from '../xml/index.js';
import { decodeOptions } from './decode-options.js';
import type { Profile } from './profile.js';
import type { Endpoint } from './routes.js';
import type { SoapRoute } from './soap-routes.js';
import { elementKey } from './soap-routes.js';

/** What a SOAP request carries for its operation. */
export interface SoapMessage {
  readonly input: unknown;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
  /** Header blocks that had to be understood and are not. */
  readonly notUnderstood: readonly NotUnderstood[];
}

/** Name of a header block. */
export interface NotUnderstood {
  readonly namespace: string;
  readonly name: string;
}

/** The Body holds an element other than the operation's, where that matters. Namespaces are those of the program. */
export class BodyElementError extends Error {
  override readonly name = 'BodyElementError';
  readonly expected: ElementName;
  /** Undefined for an empty Body. */
  readonly found: ElementName | undefined;

  constructor(expected: ElementName, found: ElementName | undefined) {
    super(`The Body does not hold ${expected.name}.`);
    this.expected = { namespace: expected.namespace, name: expected.name };
    this.found = found;
  }
}

/** Namespace and local name of an element. */
export interface ElementName {
  readonly namespace: string;
  readonly name: string;
}

const noHeaders: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));
const noneMissing: readonly NotUnderstood[] = [];
/** Header blocks that an answer lists at most. */
const maxNotUnderstood = 20;

/**
 * Reads a request from the Envelope's start tag to the end of the document, so that a document broken at its end calls nothing.
 * `open` begins the document anew, for header blocks with references. Throws `XmlSyntaxError`, `SoapFormatError` (no Body), `XmlDecodeError`, `BodyElementError`.
 */
export function readSoapMessage(
  cursor: XmlCursor,
  facts: SoapVersionFacts,
  route: SoapRoute,
  { profile, understoodHeaders }: Pick<Endpoint, 'profile' | 'understoodHeaders'>,
  open: () => XmlCursor,
): SoapMessage {
  const options = decodeOptions(profile);
  const headers = new HeaderBlocks(route, profile, understoodHeaders, options, new EncodedBlocks(open));
  enterBody(cursor, facts, (at, header) => headers.read(at, header));
  const input = readBody(cursor, route, profile, options);
  drain(cursor);
  return { input, soapHeaders: headers.values, notUnderstood: headers.notUnderstood };
}

/** Sorts the header blocks of a request into declared ones, ignored ones, and those that must not be ignored. */
class HeaderBlocks {
  values: Record<string, unknown> = noHeaders as Record<string, unknown>;
  notUnderstood: NotUnderstood[] = noneMissing as NotUnderstood[];
  readonly #route: SoapRoute;
  readonly #profile: Profile;
  readonly #understood: ReadonlySet<string>;
  readonly #options: DecodeOptions;
  readonly #encoded: EncodedBlocks;

  constructor(
    route: SoapRoute,
    profile: Profile,
    understood: ReadonlySet<string>,
    options: DecodeOptions,
    encoded: EncodedBlocks,
  ) {
    this.#route = route;
    this.#profile = profile;
    this.#understood = understood;
    this.#options = options;
    this.#encoded = encoded;
  }

  read(cursor: XmlCursor, header: HeaderFacts): void {
    const { namespace, localName } = cursor;
    const declared = this.#route.binding.inputHeaders?.find((each) => isHeader(each, cursor));
    if (declared !== undefined) {
      if (this.values === noHeaders) {
        this.values = Object.create(null) as Record<string, unknown>;
      }
      this.values[declared.property] = decodeHeader(declared, cursor, this.#encoded, this.#options);
      return;
    }
    const forUs = header.mustUnderstand && (this.#profile.mustUnderstandAnyActor || isForUs(header.actor));
    if (forUs && !this.#understood.has(elementKey({ namespace: lookedUp(namespace), name: localName }))) {
      if (this.notUnderstood === noneMissing) {
        this.notUnderstood = [];
      }
      if (this.notUnderstood.length < maxNotUnderstood) {
        this.notUnderstood.push({ namespace, name: localName });
      }
    }
    skipElement(cursor);
  }
}

/** Actors and roles that every ultimate receiver plays (SOAP 1.1, 4.2.2; SOAP 1.2 Part 1, 2.2). */
const ourRoles: ReadonlySet<string> = new Set([
  '',
  'http://schemas.xmlsoap.org/soap/actor/next',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);

function isForUs(actor: string | undefined): boolean {
  return actor === undefined || ourRoles.has(actor.trim());
}

/** Decodes what stands in the Body, from its start tag. */
function readBody(cursor: XmlCursor, route: SoapRoute, profile: Profile, options: DecodeOptions): unknown {
  const message = route.operation.input;
  const { element, content } = message;
  if (content !== undefined) {
    return decodeContent(resolve(content), cursor, options);
  }
  const found = nextChild(cursor);
  if (element === undefined) {
    return undefined;
  }
  let value: unknown;
  if (!found) {
    value = readNothing(element, profile, options);
  } else if (route.binding.encoded === true) {
    // Elements beside the first one are what it refers to.
    value = decodeEncoded(element, cursor, options);
  } else {
    value = readElement(cursor, element, profile, options);
  }
  return message.unwrap === undefined ? value : (value as Record<string, unknown>)[message.unwrap];
}

type MessageElement = NonNullable<MessageDescriptor['element']>;

function readElement(cursor: XmlCursor, element: MessageElement, profile: Profile, options: DecodeOptions): unknown {
  if (cursor.localName === element.name && cursor.namespace === element.namespace) {
    return decodeElement(element, cursor, options);
  }
  const type = resolve(element.type);
  if (profile.actionDecides && type.kind === 'complex') {
    return decodeContent(type, cursor, options);
  }
  throw new BodyElementError(element, { namespace: cursor.namespace, name: cursor.localName });
}

/** An empty Body: to ASP.NET as if the element were there without content. */
function readNothing(element: MessageElement, profile: Profile, options: DecodeOptions): unknown {
  const type = resolve(element.type);
  if (!profile.actionDecides || type.kind !== 'complex') {
    throw new BodyElementError(element, undefined);
  }
  const empty = new XmlReader('<empty/>');
  empty.next();
  return decodeContent(type as ComplexType, empty, options);
}

function resolve<T extends object>(reference: T | (() => T)): T {
  return typeof reference === 'function' ? (reference as () => T)() : reference;
}
