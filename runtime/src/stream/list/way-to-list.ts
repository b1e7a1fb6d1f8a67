import { decodedType, inheritanceOf } from '../../schema/context/attribute-engine.js';
import type { DecodeOptions, Decoder } from '../../schema/context/decoder.js';
import { decoderOf } from '../../schema/decode/decode.js';
import { isLeftOut, isNil } from '../../schema/decode/decode-nil.js';
import { typeAttribute } from '../../schema/decode/other-attributes.js';
import { fieldOfStray } from '../../schema/decode/record-strays.js';
import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import { derivedAt } from '../../schema/plan/derived-types.js';
import {
  type ChildPlace,
  type ComplexPlan,
  complexPlan,
  type ElementNode,
  type ElementPlan,
  elementOf,
  elementPlan,
} from '../../schema/plan/plan.js';
import type { MessageDescriptor } from '../../service/descriptor.js';
import { versionOfNamespace } from '../../service/soap-version.js';
import type { XmlReader } from '../../xml/index.js';
import type { XmlAttribute } from '../../xml/interfaces/tree.js';
import { complexOf, listSteps, type PathRoot } from './list-path.js';

/** What is on the way to the list: the document, or an open element. */
export interface Way {
  /** The list whose items are children of the element; undefined if the list is deeper. */
  readonly list?: ItemList | undefined;
  /** The value that the element has, if the list inside belongs to an item of a list itself. */
  readonly item?: ElementOnTheWay | undefined;
  /** Set if the type has no place for texts between the children. */
  readonly content?: ElementContent | undefined;
  /** True if a child that is still to come may lead to the list. */
  readonly isOpen: boolean;
  /** The way through the child at whose start tag the cursor is; undefined for a child that does not lead to the list. */
  enter(cursor: XmlReader): Way | undefined;
}

/** The place of an element's content in the value of the document. */
export interface ElementContent {
  /** Name of the element with which paths begin. */
  readonly root: string;
  readonly path: readonly (string | number)[];
}

/** An element with its place in the value of the document. */
export interface ElementOnTheWay extends ElementContent {
  readonly element: ElementPlan;
  readonly inherited: readonly XmlAttribute[];
  /** Such elements that the surroundings keep, so that they fit the content model. */
  readonly kept: number;
}

/** A list whose items are read one by one. */
export interface ItemList {
  readonly node: ElementNode;
  readonly root: string;
  /** The path of the value that it is a property of. */
  readonly path: readonly (string | number)[];
  readonly inherited: readonly XmlAttribute[];
  /** Items of a run that the surroundings keep, so that they fit the content model. */
  readonly kept: number;
  /** The element that the child at whose start tag the cursor is stands for; undefined if it is not an item. */
  match(cursor: XmlReader): ChildPlace | undefined;
}

/** More items of a run than that are not kept. */
const maxKept = 1000;

/** The way through an element by the type of its value. */
export class TypeWay implements Way {
  readonly list: ItemList | undefined;
  readonly item: ElementOnTheWay | undefined;
  readonly content: ElementContent | undefined;
  readonly isOpen = true;
  readonly #plan: ComplexPlan;
  readonly #steps: readonly string[];
  readonly #place: ElementOnTheWay;
  readonly #inherited: readonly XmlAttribute[];
  readonly #options: DecodeOptions;
  #count = 0;

  /** See `open`. */
  constructor(
    plan: ComplexPlan,
    steps: readonly string[],
    place: ElementOnTheWay,
    inherited: readonly XmlAttribute[],
    options: DecodeOptions,
  ) {
    this.#plan = plan;
    this.#steps = steps;
    this.#place = place;
    this.#inherited = inherited;
    this.#options = options;
    this.item = typeof place.path.at(-1) === 'number' ? place : undefined;
    this.content = plan.mode === 'mixed' ? undefined : place;
    this.list = steps.length === 1 ? this.#listOf(steps[0]!) : undefined;
  }

  /** The way through the element at whose start tag the cursor is; undefined where it has no list: it is nil, or of another type. */
  static open(
    cursor: XmlReader,
    place: ElementOnTheWay,
    steps: readonly string[],
    options: DecodeOptions,
  ): TypeWay | undefined {
    // Whoever decodes the element tells what is unknown in it.
    const { onUnknown: _, ...quiet } = options;
    const decoder = decoderOf(cursor, place.root, quiet);
    decoder.path.push(...place.path);
    decoder.inherited = place.inherited;
    const plan = typeAt(decoder, place.element);
    if (plan === undefined) {
      return undefined;
    }
    const all = plan.type.unwrap === undefined ? steps : [plan.type.unwrap, ...steps];
    const inherited = inheritanceOf(plan)?.fromStart(decoder, plan) ?? place.inherited;
    return all.length === 0 ? undefined : new TypeWay(plan, all, place, inherited, options);
  }

  /** The way through a Body whose children are the content of a type. */
  static inside(plan: ComplexPlan, envelope: string, steps: readonly string[], options: DecodeOptions): TypeWay {
    const element = elementOf(envelope, 'Body', plan.type);
    return new TypeWay(plan, steps, { element, root: 'Body', path: [], inherited: [], kept: 1 }, [], options);
  }

  #listOf(property: string): ItemList | undefined {
    const node = this.#plan.fields.find((field) => field.property === property && field.list);
    if (node === undefined) {
      return undefined;
    }
    const kept = this.#options.strict !== true && this.#plan.mode === 'record' ? 0 : keptOf(node);
    const { root, path } = this.#place;
    const match = (cursor: XmlReader): ChildPlace | undefined => this.#match(cursor);
    return { node, root, path, inherited: this.#inherited, kept, match };
  }

  #match({ namespace, localName }: XmlReader): ChildPlace | undefined {
    const fields = this.#plan.byName.get(localName);
    const exact = fields?.find((field) => field.namespace === namespace);
    const isNear = this.#options.strict !== true && this.#options.nearMisses !== 'refuse';
    const field = exact ?? (isNear ? fieldOfStray(this.#plan, namespace, localName) : undefined);
    return field?.node.property === this.#steps[0] ? field : undefined;
  }

  enter(cursor: XmlReader): Way | undefined {
    const field = this.#match(cursor);
    // Only the first of several elements counts where there may be one.
    if (field === undefined || (!field.node.list && this.#count > 0)) {
      return undefined;
    }
    const { property, list } = field.node;
    const { root, path } = this.#place;
    const place: ElementOnTheWay = {
      element: field.member.element,
      root,
      path: list ? [...path, property, this.#count] : [...path, property],
      inherited: this.#inherited,
      kept: keptOf(field.node),
    };
    this.#count++;
    return TypeWay.open(cursor, place, this.#steps.slice(1), this.#options);
  }
}

/** Items without which a list would be shorter than it must be. */
function keptOf({ ownMin }: ElementNode): number {
  return Math.min(Math.max(1, ownMin), maxKept);
}

/** The type of the element at whose start tag the decoder is; undefined if its value is null or absent, or has no properties. */
function typeAt(decoder: Decoder, element: ElementPlan): ComplexPlan | undefined {
  const declared = element.target ?? decodedType(decoder, element);
  if (declared.kind === 'simple' || isReadAsNil(decoder, element)) {
    return undefined;
  }
  const named = typeAttribute(decoder);
  const found = named === undefined ? undefined : derivedAt(element, declared).byName.get(named);
  const plan = found === undefined ? declared : complexPlan(found);
  return plan.abstract ? undefined : plan;
}

/** True for an element whose content is not read. Where an element is not nillable, most decoders ignore that it says nil. */
function isReadAsNil(decoder: Decoder, element: ElementPlan): boolean {
  if (element.nillable) {
    return isNil(decoder);
  }
  decoder.strictness?.forbidNil(decoder);
  return isLeftOut(decoder, element) || (decoder.tolerance?.nil === 'default' && isNil(decoder));
}

/** A list in a message: the properties on the way to it from the message's element. */
export interface MessageList {
  readonly steps: readonly string[];
  /** Those from the method's parameter or result. */
  readonly valueSteps: readonly string[];
}

/** The list of a message that a path names. Undefined for a message without lists, if no path is given. Throws `TypeError` for a path to something else. */
export function messageList(
  name: string,
  message: MessageDescriptor,
  path: string | undefined,
): MessageList | undefined {
  return listOf(messageRoot(name, message), path);
}

/** Where paths in a message begin. */
export function messageRoot(name: string, { element, content, unwrap }: MessageDescriptor): PathRoot {
  const plan = content === undefined ? element && complexOf(elementPlan(element)) : complexPlan(resolve(content));
  return { name, plan, unwrap };
}

/** The same for an answer over HTTP, which is the message's element or its result. */
export function documentList(
  name: string,
  output: ElementDescriptor,
  { element, unwrap }: MessageDescriptor,
  path: string | undefined,
): MessageList | undefined {
  const isMessage = element?.name === output.name && element.namespace === output.namespace;
  return listOf({ name, plan: complexOf(elementPlan(output)), unwrap: isMessage ? unwrap : undefined }, path);
}

function listOf(root: PathRoot, path: string | undefined): MessageList | undefined {
  const steps = listSteps(root, path);
  return steps && { steps, valueSteps: root.unwrap === undefined ? steps : steps.slice(1) };
}

function placeOf(element: ElementDescriptor): ElementOnTheWay {
  return { element: elementPlan(element), root: element.name, path: [], inherited: [], kept: 1 };
}

/** The way to a list in a document with a certain root. */
export function documentWay(root: ElementDescriptor, steps: readonly string[], options: DecodeOptions): Way {
  return new FirstWay((cursor) =>
    cursor.localName === root.name && cursor.namespace === root.namespace
      ? TypeWay.open(cursor, placeOf(root), steps, options)
      : undefined,
  );
}

/** The facts of a binding that say which element a Body may begin with. */
export interface BodyFacts {
  /** True if the name of the message's element has no meaning, as in answers of rpc style. */
  readonly anyName: boolean;
}

/** The way to a list in the Body of an envelope. */
export function envelopeWay(
  message: MessageDescriptor,
  steps: readonly string[],
  facts: BodyFacts,
  options: DecodeOptions,
): Way {
  return inEnvelope((envelope) => bodyWay(message, steps, facts, options, envelope));
}

/** The way to the first element in the Body of an envelope, about which `enter` decides. */
export function bodyElementWay(enter: Way['enter']): Way {
  return inEnvelope(() => new FirstWay(enter));
}

/** The way through a document that is an envelope; `body` is that through its Body. */
function inEnvelope(body: (envelope: string) => Way): Way {
  return new FirstWay(({ localName, namespace: envelope }) =>
    localName === 'Envelope' && versionOfNamespace(envelope) !== undefined
      ? new FirstWay(
          () => body(envelope),
          (cursor) => cursor.localName === 'Body' && cursor.namespace === envelope,
        )
      : undefined,
  );
}

/** The way through the first child of some kind: no other one leads to the list. */
class FirstWay implements Way {
  isOpen = true;
  readonly #enter: Way['enter'];
  readonly #counts: (cursor: XmlReader) => boolean;

  constructor(enter: Way['enter'], counts: (cursor: XmlReader) => boolean = () => true) {
    this.#enter = enter;
    this.#counts = counts;
  }

  enter(cursor: XmlReader): Way | undefined {
    if (!this.isOpen || !this.#counts(cursor)) {
      return undefined;
    }
    this.isOpen = false;
    return this.#enter(cursor);
  }
}

/** The way to no list. */
export function noWay(): Way {
  return new FirstWay(() => undefined);
}

function bodyWay(
  { element, content }: MessageDescriptor,
  steps: readonly string[],
  facts: BodyFacts,
  options: DecodeOptions,
  envelope: string,
): Way {
  if (content !== undefined) {
    return TypeWay.inside(complexPlan(resolve(content)), envelope, steps, options);
  }
  const isNear = options.strict !== true && options.nearMisses !== 'refuse';
  return new FirstWay((cursor) => {
    const isMessage =
      !(cursor.localName === 'Fault' && cursor.namespace === envelope) &&
      (facts.anyName || (cursor.localName === element?.name && (isNear || cursor.namespace === element.namespace)));
    return element !== undefined && isMessage ? TypeWay.open(cursor, placeOf(element), steps, options) : undefined;
  });
}
