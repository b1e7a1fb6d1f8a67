import type { DecodeOptions } from '../schema/context/decoder.js';
import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { complexPlan, elementPlan } from '../schema/plan/plan.js';
import type { MessageDescriptor } from '../service/descriptor.js';
import { versionOfNamespace } from '../service/soap-version.js';
import type { XmlReader } from '../xml/index.js';
import { complexOf, listSteps, type PathRoot } from './list-path.js';
import { type ElementOnTheWay, TypeWay, type Way } from './way.js';

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
  const { element, content, unwrap } = message;
  const plan = content === undefined ? element && complexOf(elementPlan(element)) : complexPlan(resolve(content));
  return listOf({ name, plan, unwrap }, path);
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
export function documentWay(root: ElementDescriptor, steps: readonly string[], options: DecodeOptions): Way['enter'] {
  return (cursor) =>
    cursor.localName === root.name && cursor.namespace === root.namespace
      ? TypeWay.open(cursor, placeOf(root), steps, options)
      : undefined;
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
): Way['enter'] {
  return (cursor) =>
    cursor.localName === 'Envelope' && versionOfNamespace(cursor.namespace) !== undefined
      ? new EnvelopeWay(cursor.namespace, (envelope) => bodyWay(message, steps, facts, options, envelope))
      : undefined;
}

class EnvelopeWay implements Way {
  readonly #namespace: string;
  readonly #body: (envelope: string) => Way;
  isOpen = true;

  constructor(namespace: string, body: (envelope: string) => Way) {
    this.#namespace = namespace;
    this.#body = body;
  }

  readonly enter: Way['enter'] = (cursor) => {
    if (!this.isOpen || cursor.localName !== 'Body' || cursor.namespace !== this.#namespace) {
      return undefined;
    }
    this.isOpen = false;
    return this.#body(this.#namespace);
  };
}

/** The way to the first element in the Body of an envelope, about which `enter` decides. */
export function bodyElementWay(enter: Way['enter']): Way['enter'] {
  return (cursor) =>
    cursor.localName === 'Envelope' && versionOfNamespace(cursor.namespace) !== undefined
      ? new EnvelopeWay(cursor.namespace, () => firstOnly(enter))
      : undefined;
}

function firstOnly(enter: Way['enter']): Way {
  const way = {
    isOpen: true,
    enter: (cursor: XmlReader): Way | undefined => {
      const found = way.isOpen ? enter(cursor) : undefined;
      way.isOpen = false;
      return found;
    },
  };
  return way;
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
  return firstOnly((cursor) => {
    const isMessage =
      !(cursor.localName === 'Fault' && cursor.namespace === envelope) &&
      (facts.anyName || (cursor.localName === element?.name && (isNear || cursor.namespace === element.namespace)));
    return element !== undefined && isMessage ? TypeWay.open(cursor, placeOf(element), steps, options) : undefined;
  });
}
