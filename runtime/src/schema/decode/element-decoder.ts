import type { XmlCursor } from '../../xml/interfaces/reader.js';
import type { XmlAttribute } from '../../xml/interfaces/tree.js';
import {
  type ContentRecovery,
  type DecodeOptions,
  type Decoder,
  type EncodingRules,
  type ErrorKeeping,
  type NearMisses,
  type ReadElement,
  type RpcReading,
  readText,
  type Strictness,
  type UnknownContent,
} from '../context/decoder.js';
import { fastLayer } from '../context/fast-layer.js';
import type { Tolerance } from '../context/tolerance.js';
import type { LexicalContext } from '../descriptor/descriptor.js';
import { type DecodePosition, formatPath, LexicalError, XmlDecodeError } from '../descriptor/errors.js';
import type { Declarations } from '../descriptor/resolve.js';
import { noPrefixes, parseExpandedName } from '../lexical/names.js';
import type { ComplexPlan } from '../plan/plan.js';
import type { FacetCheck } from '../plan/simple-plan.js';

/** Namespaces up to this length may be repeated as often as a document likes. */
const usualNamespace = 200;
/** Characters of longer namespaces that the names in values may add up to. */
const maxNamed = 4_000_000;

/** How a decoder reads elements, what does not fit, and what it refuses. */
export interface DecodingEngine {
  readonly read: ReadElement;
  readonly recovery: ContentRecovery;
  readonly strictness: Strictness;
}

/** State of one decoding. */
export class ElementDecoder implements Decoder {
  declare readonly cursor: XmlCursor;
  declare readonly root: string;
  declare readonly read: ReadElement;
  declare readonly overflow: DecodeOptions['overflow'];
  readonly path: (string | number)[] = [];
  load = 0;
  readonly missed: number[] = [];
  isOpen = false;
  inherited: readonly XmlAttribute[] = [];
  declare readonly check: FacetCheck;
  readonly prefixFor: LexicalContext['prefixFor'] = noPrefixes.prefixFor;
  declare readonly strict: boolean;
  declare readonly strictness: Strictness | undefined;
  declare readonly missingDefault: boolean;
  declare readonly near: NearMisses | undefined;
  declare readonly tolerance: Tolerance | undefined;
  declare readonly recovery: ContentRecovery | undefined;
  declare readonly recover: DecodeOptions['recover'];
  declare readonly plainText: boolean;
  declare readonly ordered: boolean;
  declare readonly declarations: Declarations | undefined;
  declare readonly listens: boolean;
  declare readonly rpc: RpcReading | undefined;
  declare collector: ErrorKeeping | undefined;
  declare readonly encoded: boolean;
  declare readonly encoding: EncodingRules | undefined;
  declare readonly engine: DecodingEngine;
  /** The options that it was made with. */
  declare readonly options: DecodeOptions;
  /** Set for an element that was read as a tree: where it was. */
  declare origin: (() => DecodePosition) | undefined;
  #named = 0;
  readonly #onUnknown: ((content: UnknownContent) => void) | undefined;

  /** For a message in SOAP encoding, errors do not say where: the cursor runs over something that was made from the document. */
  constructor(
    cursor: XmlCursor,
    root: string,
    options: DecodeOptions,
    engine: DecodingEngine,
    encoding?: EncodingRules,
    rpc?: RpcReading,
  ) {
    const { recovery, strictness } = engine;
    this.cursor = cursor;
    this.root = root;
    this.read = engine.read;
    this.overflow = options.overflow;
    this.engine = engine;
    this.options = options;
    this.encoded = encoding !== undefined;
    this.encoding = encoding;
    this.rpc = rpc;
    this.collector = undefined;
    this.origin = undefined;
    this.strict = options.strict === true;
    this.strictness = this.strict ? strictness : undefined;
    this.near = this.strict || options.nearMisses === 'refuse' ? undefined : recovery.near;
    this.missingDefault = options.missing === 'default';
    this.recovery = needsRecovery(options) ? recovery : undefined;
    this.tolerance = this.strict ? undefined : this.recovery?.toleranceOf(options.tolerate);
    this.check = this.strict ? 'all' : 'enumeration';
    this.recover = options.recover;
    this.plainText = options.plainText === true;
    this.ordered = options.ordered === true;
    this.declarations = options.declarations;
    this.#onUnknown = options.onUnknown;
    this.listens = this.strict || options.onUnknown !== undefined;
  }

  error(code: string, message: string): XmlDecodeError {
    return new XmlDecodeError(code, message, this.root, this.path, this.position());
  }

  wrap(error: unknown): unknown {
    return error instanceof LexicalError ? this.error('invalid-value', error.message) : error;
  }

  /** The present position, or that of an offset. */
  position(offset?: number): DecodePosition {
    return this.encoded || this.collector !== undefined
      ? { line: 0, column: 0 }
      : (this.origin?.() ?? this.cursor.position(offset));
  }

  resolvePrefix(prefix: string): string | undefined {
    const namespace = this.cursor.resolvePrefix(prefix);
    if (namespace !== undefined) {
      this.countName(namespace);
    }
    return namespace;
  }

  /**
   * Counts a name that a value contains together with its namespace, as qualified names and open attributes do. A document
   * writes a long namespace once, and values would repeat it with every name. Throws `XmlDecodeError` if that is more than
   * any honest document has.
   */
  countName({ length }: string): void {
    this.#named += length > usualNamespace ? length : 0;
    if (this.#named > maxNamed) {
      throw this.error('too-long-names', 'the names of the document repeat long namespaces');
    }
  }

  unknown(
    kind: UnknownContent['kind'],
    namespace: string,
    name: string,
    offset: number = this.cursor.offset,
    plan?: ComplexPlan,
    message?: string,
  ): void {
    if (this.strictness === undefined) {
      this.tell(kind, namespace, name, offset);
    } else {
      this.strictness.unknown(this, { kind, namespace, name, offset }, plan, message);
    }
  }

  tell(
    kind: UnknownContent['kind'],
    namespace: string,
    name: string,
    offset: number = this.cursor.offset,
    text?: string,
  ): void {
    const path = formatPath(this.root, this.path);
    this.#onUnknown?.({ kind, namespace, name, path, offset, ...(text !== undefined && { text }) });
  }

  unknownText(): void {
    // Properties that begin with `$` are not elements: `$items`, `$any`.
    const name = this.path.findLast((step): step is string => typeof step === 'string' && !step.startsWith('$'));
    this.unknown('text', '', name ?? this.root);
  }

  unknownType(named: string): void {
    const { namespace, name } = parseExpandedName(named);
    this.unknown('type', namespace, name);
  }
}

/** True for a decoder that reads content which does not fit. */
function needsRecovery({ strict, tolerate = 'nothing', missing }: DecodeOptions): boolean {
  return (strict !== true && tolerate !== 'nothing') || missing === 'default';
}

/** As `readText`, from the document itself where that is possible. Without markup in it, if the options ask for that. */
export function readWholeText(decoder: Decoder): string {
  const { cursor } = decoder;
  const whole = fastLayer?.readText(cursor);
  if (whole !== undefined) {
    return whole;
  }
  const { passedOver } = cursor;
  const text = readText(decoder);
  if (cursor.passedOver !== passedOver && decoder.plainText) {
    throw decoder.error('unexpected-markup', 'a comment or processing instruction is in a place for text only');
  }
  return text;
}

/**
 * A decoder of an element that was read as a tree, at the present path: `cursor` is at its start. Its errors say the position of `offset` in
 * the document, where the element began.
 */
export function innerDecoder(outer: Decoder, cursor: XmlCursor, offset: number): Decoder {
  // No others read what was read as a tree.
  const { root, options, engine, encoding } = outer as ElementDecoder;
  const decoder = new ElementDecoder(cursor, root, options, engine, encoding);
  decoder.path.push(...outer.path);
  decoder.inherited = outer.inherited;
  decoder.load = outer.load;
  decoder.origin = () => (outer as ElementDecoder).position(offset);
  return decoder;
}
