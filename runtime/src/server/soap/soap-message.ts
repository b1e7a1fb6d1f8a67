import { lookedUp } from '../../schema/descriptor/resolve.js';
import { EncodedBlocks, isReferredTo } from '../../schema/soap-encoding/encoded.js';
import type { HeaderDescriptor } from '../../service/descriptor.js';
import type { SoapVersionFacts } from '../../service/soap-version.js';
import type { HeaderFacts } from '../../soap/envelope.js';
import { decodeHeader, isForUs, isHeader, readHeaderFacts } from '../../soap/header-block.js';
import type { HeaderExtensions, ReceivedHeaders } from '../../soap/header-extensions.js';
import { readTree, type XmlCursor, type XmlElement, type XmlReader } from '../../xml/index.js';
import { drain, skipElement } from '../../xml/interfaces/reader.js';
import type { UndeclaredHeaders } from '../handlers/context.js';
import type { Endpoint } from '../routes/endpoint.js';
import { elementKey, type SoapRoute } from '../routes/soap-routes.js';

/** The contents of a SOAP request for its operation. */
export interface DecodedMessage {
  readonly input: unknown;
  /** Declared header blocks by property, others in `$any`. */
  readonly soapHeaders: ReceivedSoapHeaders;
  /** Header blocks that had to be understood and are not. */
  readonly notUnderstood: readonly NotUnderstood[];
  /** Header blocks of the extensions; undefined if there are no extensions. */
  readonly received: ReceivedHeaders | undefined;
}

/** Header blocks of a request: the values of declared ones by property, trees of others. */
export type ReceivedSoapHeaders = Readonly<Record<string, unknown>> & UndeclaredHeaders;

/** Name of a header block. */
export interface NotUnderstood {
  readonly namespace: string;
  readonly name: string;
}

const noHeaders: ReceivedSoapHeaders = Object.freeze(Object.create(null));
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
  endpoint: MessageFacts,
  open: () => XmlCursor,
): DecodedMessage {
  const { decode: options, extensions, validate, envelopeStarts } = endpoint;
  // Most requests have no header blocks.
  let headers: HeaderBlocks | undefined;
  const received: ReceivedHeaders | undefined = extensions && new Map();
  const read = (at: XmlCursor, header: HeaderFacts): void => {
    headers ??= new HeaderBlocks(route, endpoint, new EncodedBlocks(open));
    headers.read(at, header);
  };
  const onHeader =
    extensions && received
      ? takenOr(read, (at) => declaredHeader(route, at) !== undefined, extensions, received)
      : read;
  envelopeStarts.enterBody(cursor, facts, (at) => onHeader(at, readHeaderFacts(at, facts)));
  const input = route.codec.decode(route.operation.input, cursor, options, needsDocument(route) ? { open } : undefined);
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

/** The part of an endpoint on which it depends how messages are read. */
export type MessageFacts = Pick<
  Endpoint,
  'profile' | 'decode' | 'understoodHeaders' | 'roles' | 'extensions' | 'validate' | 'envelopeStarts'
>;

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

/** Sorts the header blocks of a request into declared ones, others, and those of them that had to be understood. */
class HeaderBlocks {
  values: Record<string, unknown> & MutableHeaders = noHeaders as Record<string, unknown>;
  notUnderstood: NotUnderstood[] = noneMissing as NotUnderstood[];
  readonly #declared: readonly HeaderDescriptor[];
  readonly #endpoint: MessageFacts;
  readonly #encoded: EncodedBlocks;

  constructor({ binding }: SoapRoute, endpoint: MessageFacts, encoded: EncodedBlocks) {
    this.#declared = binding.inputHeaders ?? [];
    this.#endpoint = endpoint;
    this.#encoded = encoded;
  }

  read(cursor: XmlCursor, header: HeaderFacts): void {
    const { profile, roles, decode } = this.#endpoint;
    const isOurs = profile.mustUnderstandAnyActor || isForUs(header.actor, roles);
    const declared = isOurs ? this.#declared.find((each) => isHeader(each, cursor)) : undefined;
    if (this.values === noHeaders) {
      this.values = Object.create(null) as Record<string, unknown>;
    }
    if (declared !== undefined) {
      const value = decodeHeader(declared, cursor, this.#encoded, decode);
      if (value !== undefined) {
        this.values[declared.property] = value;
      }
      return;
    }
    if (isOurs && header.mustUnderstand) {
      this.#requireUnderstood(cursor);
    }
    this.#keep(cursor);
  }

  #requireUnderstood({ namespace, localName }: XmlCursor): void {
    const isUnderstood = this.#endpoint.understoodHeaders.has(
      elementKey({ namespace: lookedUp(namespace), name: localName }),
    );
    if (isUnderstood || this.notUnderstood.length === maxNotUnderstood) {
      return;
    }
    this.notUnderstood = [...this.notUnderstood, { namespace, name: localName }];
  }

  /** Blocks in SOAP encoding may have others beside them that they refer to. */
  #keep(cursor: XmlCursor): void {
    if (this.#declared.some(({ encoded }) => encoded === true) && isReferredTo(cursor)) {
      skipElement(cursor);
    } else {
      this.values.$any ??= [];
      this.values.$any.push(readTree(cursor, 'wire'));
    }
  }
}

type MutableHeaders = { $any?: XmlElement[] };
