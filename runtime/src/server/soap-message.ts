import { lookedUp } from '../schema/descriptor/resolve.js';
import type { DecodeOptions } from '../schema/index.js';
import { EncodedBlocks } from '../schema/index.js';
import type { HeaderDescriptor } from '../service/descriptor.js';
import { drain, skipElement } from '../soap/cursor.js';
import { enterBody, type HeaderFacts } from '../soap/envelope.js';
import { decodeHeader, isHeader } from '../soap/header.js';
import type { HeaderExtensions, ReceivedHeaders } from '../soap/header-extensions.js';
import { isForUs } from '../soap/roles.js';
import type { SoapVersionFacts } from '../soap/version.js';
import type { XmlCursor, XmlReader } from '../xml/index.js';
import type { Endpoint } from './endpoint.js';
import type { Profile } from './profile.js';
import type { SoapRoute } from './soap-routes.js';
import { elementKey } from './soap-routes.js';

/** The contents of a SOAP request for its operation. */
export interface SoapMessage {
  readonly input: unknown;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
  /** Header blocks that had to be understood and are not. */
  readonly notUnderstood: readonly NotUnderstood[];
  /** Header blocks of the extensions; undefined if there are no extensions. */
  readonly received: ReceivedHeaders | undefined;
}

/** Name of a header block. */
export interface NotUnderstood {
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
  cursor: XmlReader,
  facts: SoapVersionFacts,
  route: SoapRoute,
  {
    profile,
    decode,
    understoodHeaders,
    extensions,
    validate,
    envelopeStarts,
  }: Pick<Endpoint, 'profile' | 'decode' | 'understoodHeaders' | 'extensions' | 'validate' | 'envelopeStarts'>,
  open: () => XmlCursor,
): SoapMessage {
  const options = decode;
  // Most requests have no header blocks.
  let headers: HeaderBlocks | undefined;
  const received: ReceivedHeaders | undefined = extensions && new Map();
  const read = (at: XmlCursor, header: HeaderFacts): void => {
    headers ??= new HeaderBlocks(route, profile, understoodHeaders, options, new EncodedBlocks(open));
    headers.read(at, header);
  };
  const onHeader =
    extensions && received
      ? takenOr(read, (at) => declaredHeader(route, at) !== undefined, extensions, received)
      : read;
  if (enterBody(cursor, facts, onHeader)) {
    envelopeStarts.keep(cursor, facts);
  }
  const input = route.codec.decode(
    route.operation.input,
    cursor,
    needsDocument(route) ? { ...options, open } : options,
  );
  drain(cursor);
  if (validate !== undefined) {
    const { property } = route.operation.input;
    const whole = property === undefined ? input : { [property]: input };
    validate.requireReadable(route.operation, validate.request(route.operation, whole));
  }
  return {
    input,
    soapHeaders: headers?.values ?? noHeaders,
    notUnderstood: headers?.notUnderstood ?? noneMissing,
    received,
  };
}

/** Gives extensions the header blocks that they understand or claim, and the others to `read`. */
function takenOr(
  read: (cursor: XmlCursor, header: HeaderFacts) => void,
  isDeclared: (cursor: XmlCursor) => boolean,
  extensions: HeaderExtensions,
  received: ReceivedHeaders,
): (cursor: XmlCursor, header: HeaderFacts) => void {
  return (cursor, header) => {
    const isTaken =
      extensions.take(cursor, header, received) || (!isDeclared(cursor) && extensions.claim(cursor, header, received));
    if (!isTaken) {
      read(cursor, header);
    }
  };
}

/** True if a message may refer to content outside the Body. */
function needsDocument({ binding }: SoapRoute): boolean {
  return binding.encoded === true;
}

/** The header that the operation declares for the block whose start tag the cursor is on. */
function declaredHeader({ binding }: SoapRoute, cursor: XmlCursor): HeaderDescriptor | undefined {
  return binding.inputHeaders?.find((each) => isHeader(each, cursor));
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
    const declared = declaredHeader(this.#route, cursor);
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
