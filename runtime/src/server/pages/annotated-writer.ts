import { expandedName, instanceNamespace } from '../../schema/descriptor/resolve.js';
import { derivedOf } from '../../schema/plan/derived-types.js';
import {
  type ComplexPlan,
  type ElementNode,
  type ElementPlan,
  type ParticleNode,
  planOf,
  type TypePlan,
  targetOf,
} from '../../schema/plan/plan.js';
import type { SimplePlan } from '../../schema/plan/simple-plan.js';
import type { XmlWriterOptions } from '../../xml/index.js';
import { BoundedWriter } from '../../xml/write/bounded-writer.js';
import { describeType } from './type-notes.js';

/** The declarations of a message: the elements that it may consist of, and the content of a Body that is no such element. */
export interface SampleDeclarations {
  /** By expanded name, with what is to be said of each. */
  readonly elements: ReadonlyMap<string, { readonly element: ElementPlan; readonly note: string }>;
  readonly content: ComplexPlan | undefined;
}

/** A comment that belongs in the line before. No text of a document looks so: `<` is escaped there. */
const inLine = /\n *<!--@/g;
/** Types that may stand in for another and are named. */
const maxDerived = 40;

/** An element that is open. */
interface Frame {
  /** Undefined where nothing is known of it. */
  readonly type: TypePlan | undefined;
  /** A comment that is still to be written. */
  note: string;
  readonly seen: Set<ElementNode>;
}

/**
 * A writer of a sample that explains it in comments: types, bounds and values of enumerations, and which parts may be left out, repeated or chosen. The
 * message can be sent as it is.
 */
export class AnnotatedWriter extends BoundedWriter {
  readonly #declarations: SampleDeclarations;
  readonly #top: Readonly<Record<string, string>>;
  readonly #frames: Frame[] = [];
  readonly #known = new Set<SimplePlan>();
  readonly #namespaces = new Map<string, number>();
  #isFull = false;

  /** `top` are the namespaces that the root declares, by prefix. */
  constructor(
    maxCharacters: number,
    options: XmlWriterOptions,
    declarations: SampleDeclarations,
    top: Readonly<Record<string, string>> = {},
  ) {
    super(maxCharacters, options);
    this.#declarations = declarations;
    this.#top = top;
  }

  /** How often elements have names in each namespace. */
  get namespaces(): ReadonlyMap<string, number> {
    return this.#namespaces;
  }

  override startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations?: Readonly<Record<string, string>>,
  ): void {
    this.#namespaces.set(namespace, (this.#namespaces.get(namespace) ?? 0) + 1);
    const parent = this.#frames.at(-1);
    if (parent !== undefined) {
      this.#writeNote(parent);
      super.startElement(namespace, name, preferredPrefix, declarations);
    } else {
      super.startElement(namespace, name, preferredPrefix, { ...this.#top, ...declarations });
    }
    this.#frames.push(this.#frameOf(parent, namespace, name));
  }

  override attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    super.attribute(namespace, name, value, preferredPrefix);
    const frame = this.#frames.at(-1);
    if (frame !== undefined && namespace === instanceNamespace && name === 'nil') {
      // Nothing may be in it.
      this.#frames[this.#frames.length - 1] = { ...frame, type: undefined };
    } else if (namespace === instanceNamespace && name === 'type' && frame?.type?.kind === 'complex') {
      const type = derivedTypes(frame.type).find((each) => each.name === value.slice(value.indexOf(':') + 1));
      this.#frames[this.#frames.length - 1] = type === undefined ? frame : { ...frame, type: planOf(type) };
    }
  }

  override endElement(): void {
    const frame = this.#frames.pop();
    if (frame?.type?.kind === 'complex' && !this.#isFull) {
      this.#writeAbsent(frame.type, frame.seen);
    }
    super.endElement();
    if (frame !== undefined && this.#frames.length > 0) {
      this.#writeNote(frame);
    }
  }

  override cut(remark: string): string {
    this.#isFull = true;
    return super.cut(remark);
  }

  /** The document, with the comments about elements in the lines of these. */
  override toString(): string {
    return super.toString().replace(inLine, ' <!--');
  }

  #frameOf(parent: Frame | undefined, namespace: string, name: string): Frame {
    const found = parent?.type === undefined ? undefined : fieldOf(parent.type, namespace, name);
    if (found !== undefined) {
      parent?.seen.add(found.node);
      return this.#frame(found.element, occurrences(found.node));
    }
    if (parent?.type !== undefined) {
      return { type: undefined, note: '', seen: new Set() };
    }
    return this.#rootFrame(namespace, name);
  }

  /** An element below the envelope, or the envelope itself. */
  #rootFrame(namespace: string, name: string): Frame {
    const { elements, content } = this.#declarations;
    const root = elements.get(expandedName(namespace, name));
    if (root !== undefined) {
      return this.#frame(root.element, root.note === '' ? [] : [root.note]);
    }
    const node = content && fieldOf(content, namespace, name);
    if (node !== undefined) {
      return this.#frame(node.element, occurrences(node.node));
    }
    // In rpc style, the element of the call has the name of the operation.
    return { type: this.#frames.length === 2 ? content : undefined, note: '', seen: new Set() };
  }

  #frame(element: ElementPlan, notes: readonly string[]): Frame {
    const type = targetOf(element);
    const all = [
      ...(type.kind === 'simple' ? [describeType(type, this.#known)] : this.#complexNotes(type)),
      ...notes,
      ...(element.nillable && element.absentNull !== true ? ['may be nil'] : []),
      ...(element.fixed === undefined ? [] : [`always ${element.fixed}`]),
      ...(element.default === undefined ? [] : [`default ${element.default}`]),
    ];
    return { type: hidesNotes(type) ? undefined : type, note: all.join('; '), seen: new Set() };
  }

  #complexNotes(type: ComplexPlan): readonly string[] {
    const derived = derivedTypes(type).filter((each) => each !== type.type);
    return [
      ...(type.text === undefined ? [] : [describeType(type.text, this.#known)]),
      ...type.attributes.map(
        ({ name, type: simple, required }) =>
          `@${name}: ${describeType(simple, this.#known)}${required ? '' : ', optional'}`,
      ),
      ...(derived.length === 0
        ? []
        : [
            `xsi:type may be ${namesOf(
              derived.map(({ name }) => name),
              maxDerived,
            )}`,
          ]),
    ];
  }

  #writeNote(frame: Frame): void {
    if (frame.note !== '' && !this.#isFull) {
      const { note } = frame;
      frame.note = '';
      this.comment(`@ ${commentText(note)} `);
    }
  }

  /** What the sample leaves out: other branches of choices, optional parts of large messages. */
  #writeAbsent(type: ComplexPlan, seen: ReadonlySet<ElementNode>): void {
    const { optional, other } = absentIn(type.content, seen);
    if (other.length > 0) {
      this.comment(` or: ${commentText(namesOf(other.map(nameOf), maxDerived))} `);
    }
    if (optional.length > 0) {
      this.comment(` optional: ${commentText(namesOf(optional.map(nameOf), maxDerived))} `);
    }
  }
}

function nameOf({ element }: ElementNode): string {
  return element.name;
}

function namesOf(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

function derivedTypes(type: ComplexPlan): readonly ComplexPlan['type'][] {
  return type.replaceable ? [...derivedOf(type).byName.values()] : [];
}

/** Content in which comments would stand between texts, or of which no declaration is known. */
function hidesNotes(type: TypePlan): boolean {
  return type.kind === 'complex' && (type.mode === 'mixed' || type.mode === 'tree' || type.mode === 'array');
}

function fieldOf(
  type: TypePlan,
  namespace: string,
  name: string,
): { readonly node: ElementNode; readonly element: ElementPlan } | undefined {
  const fields = type.kind === 'complex' ? (type.byName.get(name) ?? []) : [];
  const field = fields.find((each) => each.namespace === namespace) ?? fields[0];
  return field && { node: field.node, element: field.member.element };
}

function occurrences({ min, max, list }: ElementNode): readonly string[] {
  const optional = min === 0 ? ['optional'] : [];
  if (!list || max === 1) {
    return optional;
  }
  const least = min > 1 ? `${min} times or more` : 'repeats';
  return [...optional, max === Infinity ? least : `${Math.max(min, 1)} to ${max} times`];
}

/** The elements of some content that are not there, apart from wildcards: those of other branches of a choice, and optional ones. */
function absentIn(particle: ParticleNode | undefined, seen: ReadonlySet<ElementNode>): Absent {
  if (particle === undefined || particle.kind === 'any') {
    return nothing;
  }
  if (particle.kind === 'element') {
    return seen.has(particle) ? nothing : { optional: [particle], other: [] };
  }
  const { particles } = particle;
  const taken = particle.kind === 'choice' ? particles.filter((each) => hasAny(each, seen)) : particles;
  const parts = (taken.length === 0 ? particles : taken).map((each) => absentIn(each, seen));
  const others = taken.length === 0 ? [] : particles.filter((each) => !taken.includes(each));
  return {
    optional: parts.flatMap(({ optional }) => optional),
    other: [...parts.flatMap(({ other }) => other), ...others.flatMap((each) => absentIn(each, seen).optional)],
  };
}

/** Elements that are not in a sample. */
interface Absent {
  readonly optional: readonly ElementNode[];
  readonly other: readonly ElementNode[];
}

const nothing: Absent = { optional: [], other: [] };

function hasAny(particle: ParticleNode, seen: ReadonlySet<ElementNode>): boolean {
  return particle.kind === 'element'
    ? seen.has(particle)
    : 'particles' in particle && particle.particles.some((each) => hasAny(each, seen));
}

/** Characters that XML cannot hold. */
const unfit = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu;

/** A text as a comment may contain it. */
function commentText(text: string): string {
  return text
    .replace(unfit, '\ufffd')
    .replace(/\s+/g, ' ')
    .replace(/-(?=-)/g, '- ')
    .replace(/-$/, '- ');
}
