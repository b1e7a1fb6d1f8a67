import { isTree } from '../../schema/context/encoder.js';
import { isObject } from '../../schema/descriptor/resolve.js';
import type { EncodedBlocks } from '../../schema/soap-encoding/encoded.js';
import type { HeaderDescriptor, OperationDescriptor, SoapBindingDescriptor } from '../../service/descriptor.js';
import { everyFacts } from '../../service/facts.js';
import type { SoapVersionFacts } from '../../service/soap-version.js';
import { type HeaderFacts, SoapFormatError, type SoapHeaderBlock } from '../../soap/envelope.js';
import {
  blocksOf,
  decodeHeader,
  isForUs,
  isHeader,
  readHeaderFacts,
  undeclaredHeader,
} from '../../soap/header-block.js';
import { readTree, type XmlElement } from '../../xml/index.js';
import { skipElement } from '../../xml/interfaces/reader.js';
import type { XmlReader } from '../../xml/read/xml-reader.js';
import { usePart, WrongPartError, wrongPart } from '../../xml/text/errors.js';
import type { ClientContext, SoapPlan } from '../call/context.js';
import type { ClientAnswer, ClientCall, SoapHeaders, SoapHeadersOption } from '../options/options.js';
import { withExtensionBlocks } from './extensions.js';

const noBlocks: readonly SoapHeaderBlock[] = [];

/** Throws `TypeError` for headers of a client that none of its operations declares. */
export function checkSoapHeaders(client: ClientContext): void {
  const { soapHeaders } = client;
  if (soapHeaders !== undefined && typeof soapHeaders !== 'function') {
    givenBlocks(soapHeaders, [], ownerOf(client));
  }
}

/** The header blocks of an attempt: those of the client, of the call and of extensions. Undefined where there are none. */
export function headerBlocksOf(plan: SoapPlan, call: ClientCall): Promise<readonly SoapHeaderBlock[]> | undefined {
  const { extensions, soapHeaders } = plan.context;
  const blocks = soapHeaders === undefined && call.soapHeaders === undefined ? undefined : givenOf(plan, call);
  return extensions === undefined ? blocks : withExtensionBlocks(extensions, plan, call, blocks);
}

async function givenOf(
  { context, operation, facts }: SoapPlan,
  { soapHeaders }: ClientCall,
): Promise<readonly SoapHeaderBlock[]> {
  const declared = facts.inputHeaders ?? [];
  const owner = { name: `${context.service.name}.${operation.name}`, operations: [operation] };
  const own = givenBlocks(await headersOf(context.soapHeaders), declared, ownerOf(context));
  const given = givenBlocks(await headersOf(soapHeaders), declared, owner);
  return usePart(option, [], () => mergeBlocks(own, given, context.translation.write));
}

/** The headers of one attempt: functions are called for each. */
function headersOf(option: SoapHeadersOption | undefined): SoapHeaders | PromiseLike<SoapHeaders> | undefined {
  return typeof option === 'function' ? option() : option;
}

/** The header blocks of one answer. */
export class AnswerHeaders {
  /** Values of those that were read so far. */
  values: ClientAnswer['soapHeaders'] = {};
  readonly #context: ClientContext;
  readonly #open: () => XmlReader;
  readonly #declared: readonly HeaderDescriptor[];
  #encoded: EncodedBlocks | undefined;

  /** `open` begins the document anew. */
  constructor(context: ClientContext, { outputHeaders = [] }: SoapBindingDescriptor, open: () => XmlReader) {
    this.#context = context;
    this.#open = open;
    this.#declared = outputHeaders;
  }

  /**
   * Reads the block at whose start tag the cursor is, and leaves the cursor on its end tag. Skips one that an extension reads. Throws `SoapFormatError` for one
   * that had to be understood.
   */
  read(cursor: XmlReader, version: SoapVersionFacts): void {
    const { extensions, decode } = this.#context;
    const facts = readHeaderFacts(cursor, version);
    if (extensions?.takes(cursor, facts)) {
      skipElement(cursor);
      return;
    }
    if (decode.strict && facts.mustUnderstand && this.#isUnknown(cursor, facts)) {
      const message = `The SOAP header ${cursor.localName} had to be understood, and is not`;
      throw new SoapFormatError('not-understood', message);
    }
    this.#keep(cursor);
  }

  /** True for a header block that is addressed to this client, and that the operation does not declare. */
  #isUnknown(cursor: XmlReader, { actor }: HeaderFacts): boolean {
    return isForUs(actor) && !this.#declared.some((each) => isHeader(each, cursor));
  }

  #keep(cursor: XmlReader): void {
    const { parts, decode } = this.#context;
    this.#encoded ??= parts.encoded?.blocks(this.#open);
    const header = this.#declared.find((candidate) => isHeader(candidate, cursor));
    if (header !== undefined) {
      const value = decodeHeader(header, cursor, this.#encoded, decode);
      if (value !== undefined) {
        this.values = { ...this.values, [header.property]: value };
      }
    } else if (this.#declared.some((each) => each.encoded === true) && parts.encoded?.isReferredTo(cursor)) {
      skipElement(cursor);
    } else {
      this.#add(readTree(cursor, 'wire'));
    }
  }

  #add(tree: XmlElement): void {
    const { $any } = this.values;
    if ($any === undefined) {
      this.values = { ...this.values, $any: [tree] };
    } else {
      // There may be many: the list is our own.
      ($any as XmlElement[]).push(tree);
    }
  }
}

/** The operations among whose declared headers a property has to be, and how errors call them. */
interface HeaderOwner {
  readonly name: string;
  readonly operations: readonly OperationDescriptor[];
}

/** The owner of a client's own headers: a client that does not have all operations of its service may have those of others. */
function ownerOf({ service, parts }: ClientContext): HeaderOwner {
  return { name: service.name, operations: parts.isPartial === true ? [] : Object.values(service.operations) };
}

/**
 * The header blocks that a program gives. Throws `TypeError` for a property that `owner` does not declare, and `XmlEncodeError` for what is no header
 * block.
 */
function givenBlocks(
  headers: unknown,
  declared: readonly HeaderDescriptor[],
  owner: HeaderOwner,
): readonly SoapHeaderBlock[] {
  if (headers === undefined) {
    return noBlocks;
  }
  const entries = usePart(option, [], () => headerEntries(headers));
  if (entries === undefined) {
    return blocksOf(headers, option);
  }
  requireDeclared(
    entries.map(([property]) => property),
    owner,
  );
  return entries.flatMap(([property, value]) => {
    if (property === '$any') {
      return value === undefined ? [] : blocksOf(value, option, ['$any']);
    }
    const header = declared.find((candidate) => candidate.property === property);
    // Headers of a client are for all operations; each operation sends those that it declares.
    return header === undefined || value === undefined ? [] : [{ ...header, value }];
  });
}

/** The name of the option, at the beginning of paths. */
const option = 'soapHeaders';

/** The headers by property; undefined for a list of blocks. */
function headerEntries(headers: unknown): readonly (readonly [property: string, value: unknown])[] | undefined {
  if (Array.isArray(headers)) {
    return undefined;
  }
  if (!isObject(headers)) {
    throw wrongPart('headers by property, or an array of header blocks', headers);
  }
  if (isTree(headers)) {
    throw new WrongPartError('a tree goes into a list: { $any: [tree] }', []);
  }
  return Object.entries(headers);
}

/** The blocks of a client that a call does not replace by others of the same name, and those of the call. */
function mergeBlocks(
  own: readonly SoapHeaderBlock[],
  given: readonly SoapHeaderBlock[],
  namespaces: ReadonlyMap<string, string> | undefined,
): readonly SoapHeaderBlock[] {
  const nameOf = (block: SoapHeaderBlock): string => {
    const { namespace, name } = 'tree' in block ? block.tree : block.element;
    return `${namespaces?.get(namespace) ?? namespace} ${name}`;
  };
  const names = given.map(nameOf);
  return [...own.filter((block) => !names.includes(nameOf(block))), ...given];
}

/** Throws `TypeError` for headers by property of which one is not declared by any of the operations. */
function requireDeclared(properties: readonly string[], { name, operations }: HeaderOwner): void {
  if (operations.length === 0) {
    return;
  }
  const known = operations.flatMap(({ soap11, soap12 }) =>
    [soap11, soap12].flatMap(everyFacts).flatMap(({ inputHeaders = [] }) => inputHeaders.map((each) => each.property)),
  );
  const unknown = properties.find((property) => property !== '$any' && !known.includes(property));
  if (unknown !== undefined) {
    throw undeclaredHeader(`${name} declares no SOAP header "${unknown}"`, unknown, known);
  }
}
