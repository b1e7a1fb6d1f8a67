import { skipElement, XmlEvent } from '../../xml/interfaces/reader.js';
import { type Decoder, type ReadElement, type RpcReading, refuse } from '../context/decoder.js';
import { fastLayer } from '../context/fast-layer.js';
import { closeFields, listAt, type RecordProgress } from '../context/record-progress.js';
import type { XmlDecodeError } from '../descriptor/errors.js';
import { writeProperty } from '../descriptor/resolve.js';
import { isWhiteSpace } from '../lexical/whitespace.js';
import type { ChildName } from '../match/child-names.js';
import type { ComplexPlan, ElementNode, ElementPlan } from '../plan/plan.js';
import { isLeftOut } from './decode-nil.js';
import { fieldOfStray, RecordStrays } from './record-strays.js';

type Value = Record<string, unknown>;

/** Decodes elements that each have their own name, in any order if lenient. The cursor is at the start of the element around them. */
export function decodeRecord(decoder: Decoder, plan: ComplexPlan, result: Value, read: ReadElement): void {
  new RecordWalk(decoder, plan, result, read).run();
}

class RecordWalk implements RecordProgress {
  declare readonly decoder: Decoder;
  declare readonly plan: ComplexPlan;
  declare readonly result: Value;
  readonly #read: ReadElement;
  /** True where fields may be read at one go. */
  readonly #isFast: boolean;
  declare readonly names: ChildName[] | undefined;
  readonly #offsets: number[] | undefined;
  next = 0;
  found = 0;
  /** False if a child came after one that belongs after it. */
  #inOrder = true;
  #strays: RecordStrays | undefined;

  constructor(decoder: Decoder, plan: ComplexPlan, result: Value, read: ReadElement) {
    this.decoder = decoder;
    this.plan = plan;
    this.result = result;
    this.#read = read;
    this.#isFast = fastLayer?.readsFields(decoder) === true;
    this.names = decoder.strict ? [] : undefined;
    this.#offsets = decoder.collector && [];
  }

  run(): void {
    const { cursor } = this.decoder;
    for (;;) {
      if (this.#isFast) {
        fastLayer?.readFields(this);
      }
      const event = cursor.next();
      if (event === XmlEvent.EndElement) {
        break;
      }
      if (event === XmlEvent.Text) {
        this.#text();
      } else {
        this.#child();
      }
    }
    this.#finish();
  }

  #text(): void {
    const decoder = this.decoder;
    // If content is empty, not even white space is allowed (Part 1, 3.4.4, 2.1).
    if (decoder.listens && ((decoder.strict && this.plan.model === undefined) || !isWhiteSpace(decoder.cursor.text))) {
      decoder.unknownText();
    }
  }

  #child(): void {
    const decoder = this.decoder;
    const { cursor } = decoder;
    const field = this.#fieldHere();
    if (field === undefined) {
      this.#other();
    } else if (isLeftOut(decoder, field.element)) {
      skipElement(decoder.cursor);
    } else {
      this.names?.push(field.element);
      this.#offsets?.push(cursor.offset);
      this.#field(field);
    }
  }

  /** The field of the child at the cursor. */
  #fieldHere(): ElementNode | undefined {
    const { localName, namespace } = this.decoder.cursor;
    const next = this.plan.fields[this.next];
    return next !== undefined && next.element.name === localName && next.element.namespace === namespace
      ? next
      : (findField(this.plan, namespace, localName) ?? accessorNamed(this.decoder, this.plan, localName));
  }

  /** A child whose name the type does not have. */
  #other(): void {
    const decoder = this.decoder;
    const { namespace, localName } = decoder.cursor;
    const alike = decoder.near !== undefined ? fieldOfStray(this.plan, namespace, localName) : undefined;
    if (alike === undefined) {
      passOver(decoder, this.plan, this.result);
    } else {
      this.#strays ??= new RecordStrays();
      this.#strays.read(decoder, alike.node, this.#read);
    }
  }

  #field(field: ElementNode): void {
    const decoder = this.decoder;
    const { property, index } = field;
    const isFresh = index >= this.next;
    if (!isFresh) {
      this.#inOrder = false;
      if (decoder.ordered) {
        this.#pass('order');
        return;
      }
    }
    closeFields(this, index);
    if (field.list) {
      this.#item(field, isFresh);
      return;
    }
    if (isFresh) {
      this.next++;
    } else if (Object.hasOwn(this.result, property)) {
      this.#pass('duplicate');
      return;
    }
    decoder.path.push(property);
    const value = this.#read(decoder, field.element);
    decoder.path.pop();
    if (value === undefined && field.element.optional === true) {
      return;
    }
    writeProperty(this.result, property, value);
    this.found += field.min > 0 ? 1 : 0;
  }

  #item(field: ElementNode, isFresh: boolean): void {
    const { path } = this.decoder;
    const list = listAt(this.result, field, isFresh);
    path.push(field.property, list.length);
    list.push(this.#read(this.decoder, field.element));
    path.length -= 2;
  }

  #pass(kind: 'order' | 'duplicate'): void {
    const { cursor } = this.decoder;
    this.decoder.unknown(kind, cursor.namespace, cursor.localName);
    skipElement(this.decoder.cursor);
  }

  /** Sees that everything required is there. */
  #finish(): void {
    const { plan } = this;
    const { fields } = plan;
    plan.required ??= fields.filter((field) => field.min > 0 && !field.list).length;
    closeFields(this, fields.length);
    const { rpc, path } = this.decoder;
    if (rpc !== undefined && path.length === 0) {
      this.#takeStray(rpc);
    }
    if (this.#strays !== undefined) {
      this.found += this.#strays.settle(this.decoder, this.result);
    }
    const isComplete = this.found >= plan.required;
    if (!isComplete) {
      addMissing(this.decoder, this.plan, this.result, this.names, this.#strays);
    }
    if (this.names !== undefined) {
      const { strictness } = this.decoder;
      if (isComplete && this.#inOrder) {
        strictness?.count(this.decoder, this.plan, this.result, this.names, this.#offsets);
      } else {
        strictness?.match(this.decoder, this.plan, this.names, this.#offsets);
      }
    }
  }

  #takeStray(rpc: RpcReading): void {
    const field = rpc.settle(this.decoder, this.plan, this.result, this.#read);
    if (field !== undefined) {
      this.found += field.min > 0 ? 1 : 0;
      this.names?.splice(field.index, 0, field.element);
      this.#inOrder = false;
    }
  }
}

/** Ignores a child that the type does not have, unless the rpc message around it has a use for it. */
function passOver(decoder: Decoder, plan: ComplexPlan, result: Value): void {
  const { cursor, rpc } = decoder;
  if (rpc !== undefined && decoder.path.length === 0) {
    // The return value is the first accessor; peers who give it another name may give it another place, too.
    const inPlace = !decoder.strict || Object.keys(result).length === 0;
    if (rpc.takes(cursor, inPlace)) {
      return;
    }
  }
  decoder.unknown('element', cursor.namespace, cursor.localName, undefined, plan);
  skipElement(decoder.cursor);
}

/** The accessor of an encoded or rpc message that a child stands for whose exact name the type does not have. */
function accessorNamed(decoder: Decoder, plan: ComplexPlan, name: string): ElementNode | undefined {
  const { encoding, rpc, path } = decoder;
  return encoding !== undefined
    ? encoding.accessor(decoder, plan, name)
    : rpc !== undefined && path.length === 0
      ? rpc.accessor(decoder, plan, name)
      : undefined;
}

function findField(plan: ComplexPlan, namespace: string, name: string): ElementNode | undefined {
  const same = plan.byName.get(name);
  if (same === undefined) {
    return undefined;
  }
  for (const field of same) {
    if (field.namespace === namespace) {
      return field.node;
    }
  }
  return undefined;
}

/** Adds required children that are missing, and to the names of the children those that may be left out. */
function addMissing(
  decoder: Decoder,
  plan: ComplexPlan,
  result: Value,
  names: ChildName[] | undefined,
  strays: RecordStrays | undefined,
): void {
  for (const field of plan.fields) {
    if (field.min === 0 || field.list || Object.hasOwn(result, field.property)) {
      continue;
    }
    decoder.path.push(field.property);
    const value = missingValue(decoder, field.element, strays?.hint(field));
    if (value !== undefined) {
      writeProperty(result, field.property, value);
    }
    decoder.path.pop();
    if (decoder.encoded || field.element.absentNull === true) {
      names?.splice(field.index, 0, field.element);
    }
  }
}

/**
 * Value of a required element that is missing: an error, or what the decoder's `ContentRecovery` has for it. In SOAP encoding, leaving an
 * accessor out is a way to say that it is nil (SOAP 1.1, 5.1, rule 10). `hint` is added to the error.
 */
export function missingValue(decoder: Decoder, element: ElementPlan, hint = ''): unknown {
  if (element.absentNull === true || (decoder.encoded && element.nillable)) {
    return null;
  }
  if (element.tolerant === true && !decoder.strict && !decoder.missingDefault) {
    decoder.tell('missing', element.namespace, element.name);
    return undefined;
  }
  const failure = (): XmlDecodeError => decoder.error('missing-element', `element "${element.name}" is missing${hint}`);
  return decoder.recovery === undefined
    ? refuse(decoder, failure())
    : decoder.recovery.missing(decoder, element, failure);
}
