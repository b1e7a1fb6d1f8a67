import { isThenable } from '../base/promises.js';
import { expandedName, lookUpName } from '../schema/descriptor/resolve.js';
import type { SoapVersion } from '../service/soap-version.js';
import { readTree, type XmlCursor, type XmlReaderOptions, XmlSyntaxError } from '../xml/index.js';
import { nextChild, skipElement } from '../xml/interfaces/reader.js';
import { XmlReader } from '../xml/read/xml-reader.js';
import { enterBody, enterEnvelope, type HeaderFacts, SoapFormatError, type SoapHeaderBlock } from './envelope.js';
import type {
  EnvelopeContext,
  HeaderContext,
  OperationCandidate,
  ReceivedHeaderBlock,
  RequestNeeds,
  SoapHeaderExtension,
  WholeEnvelope,
} from './extension.js';
import { blocksOf, isForUs, readHeaderFacts } from './header-block.js';

/** The header blocks of a message by the extension that understands them. */
export type ReceivedHeaders = Map<SoapHeaderExtension, ReceivedHeaderBlock[]>;

const noBlocks: readonly ReceivedHeaderBlock[] = [];

/** The extensions of a client or a server, called in their order. */
export class HeaderExtensions {
  /** True if one of them changes envelopes before they are sent. */
  readonly seals: boolean;
  /** True if one of them opens what is received. */
  readonly opens: boolean;
  /** True if binary values have to be in the envelope. */
  readonly inlineBinaries: boolean;
  /** True if one of them is not to be gone around over GET and POST. */
  readonly soapOnly: boolean;
  readonly #extensions: readonly SoapHeaderExtension[];
  readonly #owners = new Map<string, SoapHeaderExtension>();
  readonly #claiming: readonly SoapHeaderExtension[];
  readonly #roles: ReadonlySet<string> | undefined;

  /** `roles` are those of the receiver besides those of every ultimate receiver. Throws `TypeError` if two extensions understand the same block. */
  constructor(extensions: readonly SoapHeaderExtension[], roles?: ReadonlySet<string>) {
    this.#extensions = extensions;
    this.seals = extensions.some(({ seal }) => seal !== undefined);
    this.opens = extensions.some(({ open }) => open !== undefined);
    this.inlineBinaries = extensions.some(({ inlineBinaries }) => inlineBinaries === true);
    this.soapOnly = extensions.some(({ soapOnly }) => soapOnly === true);
    this.#claiming = extensions.filter(({ claims }) => claims !== undefined);
    this.#roles = roles;
    for (const extension of extensions) {
      for (const { namespace, name } of extension.understands) {
        const key = expandedName(namespace, name);
        if (this.#owners.has(key)) {
          throw new TypeError(`Two extensions understand the SOAP header ${key}.`);
        }
        this.#owners.set(key, extension);
      }
    }
  }

  /** What the extensions of a server need in requests, as far as they say so. */
  get needs(): readonly RequestNeeds[] {
    return this.#extensions.flatMap(({ needs = [] }) => needs);
  }

  /**
   * Takes the header block whose start tag the cursor is on, when it is addressed to us and an extension understands it; leaves the cursor on
   * its end tag then, and returns true.
   */
  take(cursor: XmlCursor, facts: HeaderFacts, received: ReceivedHeaders): boolean {
    const owner = this.#ownerOf(cursor, facts);
    if (owner === undefined) {
      return false;
    }
    add(owner, cursor, facts, received);
    return true;
  }

  /** As `take`, for a block that nobody else reads: extensions recognize it by its attributes. */
  claim(cursor: XmlCursor, facts: HeaderFacts, received: ReceivedHeaders): boolean {
    const owner = this.#claiming.find((each) => each.claims?.((namespace, name) => cursor.attribute(namespace, name)));
    if (owner === undefined || !isForUs(facts.actor, this.#roles)) {
      return false;
    }
    add(owner, cursor, facts, received);
    return true;
  }

  /** The one of several operations that the header of a request names; undefined if it names none. */
  select(
    text: string,
    options: XmlReaderOptions,
    candidates: readonly OperationCandidate[],
  ): OperationCandidate | undefined {
    const selecting = this.#extensions.filter(({ selects }) => selects !== undefined);
    const received = selecting.length === 0 ? undefined : readBeginning(text, options, this)?.received;
    for (const extension of received === undefined ? [] : selecting) {
      const selected = extension.selects?.(received?.get(extension) ?? noBlocks, candidates);
      if (selected !== undefined) {
        return selected;
      }
    }
    return undefined;
  }

  /** True if an answer or a fault must not be sent. */
  discards(context: HeaderContext): boolean {
    return this.#extensions.some((each) => each.discards?.(context) === true);
  }

  /** True for the header block whose start tag the cursor is on when `take` takes it. */
  takes(cursor: XmlCursor, facts: HeaderFacts): boolean {
    return this.#ownerOf(cursor, facts) !== undefined;
  }

  #ownerOf({ namespace, localName }: XmlCursor, { actor }: HeaderFacts): SoapHeaderExtension | undefined {
    const owner = this.#owners.get(lookUpName(namespace, localName));
    return owner !== undefined && isForUs(actor, this.#roles) ? owner : undefined;
  }

  /** Gives each extension its blocks, one extension after the other. */
  async read(received: ReceivedHeaders, context: HeaderContext): Promise<void> {
    for (const extension of this.#extensions) {
      const pending = extension.read?.(received.get(extension) ?? noBlocks, context);
      if (isThenable(pending)) {
        await pending;
      }
    }
  }

  /** The blocks of all extensions for a fault to a request of which nothing is called. */
  writeRefusal(received: ReceivedHeaders): readonly SoapHeaderBlock[] {
    return this.#extensions.flatMap((each) =>
      blocksOf(each.writeRefusal?.(received.get(each) ?? noBlocks) ?? [], 'Header'),
    );
  }

  /** The envelope that is sent: each extension seals what the one before it gave. */
  async seal(written: WholeEnvelope, context: EnvelopeContext): Promise<WholeEnvelope> {
    let envelope = written;
    for (const extension of this.#extensions) {
      if (extension.seal !== undefined) {
        envelope = wholeEnvelope(await extension.seal(envelope, context));
      }
    }
    return envelope;
  }

  /** The envelope that is read: the last extension opens first. */
  async open(received: WholeEnvelope, context: EnvelopeContext): Promise<WholeEnvelope> {
    let envelope = received;
    for (const extension of [...this.#extensions].reverse()) {
      if (extension.open !== undefined) {
        envelope = wholeEnvelope(await extension.open(envelope, context));
      }
    }
    return envelope;
  }

  /** The blocks of all extensions. */
  async write(context: HeaderContext): Promise<readonly SoapHeaderBlock[]> {
    const all: SoapHeaderBlock[] = [];
    for (const extension of this.#extensions) {
      const blocks = extension.write?.(context);
      all.push(...blocksOf((isThenable(blocks) ? await blocks : blocks) ?? [], 'Header'));
    }
    return all;
  }
}

/** What an extension gives. Throws `TypeError` for something else than an envelope: nothing stands in for it. */
function wholeEnvelope(given: WholeEnvelope): WholeEnvelope {
  if (typeof given?.text !== 'string' || !Array.isArray(given.parts)) {
    throw new TypeError('An extension must give a whole envelope, with `text` and `parts`.');
  }
  return given;
}

/** The octets of an envelope and its parts. */
export function envelopeBytes(text: Uint8Array, parts: WholeEnvelope['parts']): number {
  return parts.reduce((bytes, { content }) => bytes + content.length, text.length);
}

/** The version of a text that is an envelope; undefined for another text, of which the reader of the Body complains. */
export function versionOfText(text: string, options: XmlReaderOptions): SoapVersion | undefined {
  return unlessUnreadable(() => enterEnvelope(new XmlReader(text, options)).version);
}

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlSyntaxError || error instanceof SoapFormatError) {
      return undefined;
    }
    throw error;
  }
}

function add(owner: SoapHeaderExtension, cursor: XmlCursor, facts: HeaderFacts, received: ReceivedHeaders): void {
  const blocks = received.get(owner) ?? [];
  received.set(owner, blocks);
  blocks.push({ ...facts, tree: readTree(cursor, 'wire') });
}

/** The extensions of an option; undefined if there are none. Arguments and errors as for the constructor. */
export function headerExtensions(
  extensions: readonly SoapHeaderExtension[] = [],
  roles?: ReadonlySet<string>,
): HeaderExtensions | undefined {
  return extensions.length === 0 ? undefined : new HeaderExtensions(extensions, roles);
}

/** The facts at the beginning of a message that extensions receive. */
export interface MessageBeginning {
  readonly received: ReceivedHeaders;
  readonly version: SoapVersion;
  readonly isFault: boolean;
}

/** Reads a message up to the first element of its Body; undefined if it is not an envelope, of which the reader of the Body complains. */
export function readBeginning(
  text: string,
  options: XmlReaderOptions,
  extensions: HeaderExtensions,
): MessageBeginning | undefined {
  return unlessUnreadable(() => {
    const cursor = new XmlReader(text, options);
    const received: ReceivedHeaders = new Map();
    const envelope = enterEnvelope(cursor);
    enterBody(cursor, envelope, (at) => {
      if (!extensions.take(at, readHeaderFacts(at, envelope), received)) {
        skipElement(at);
      }
    });
    const isFault = nextChild(cursor) && cursor.localName === 'Fault' && cursor.namespace === envelope.namespace;
    return { received, version: envelope.version, isFault };
  });
}
