import { qualified } from '../../../xml/names/element-tag.js';
import { xmlNamespace, xmlnsNamespace } from '../../../xml/names/namespaces.js';
import { instanceNamespace } from '../../descriptor/resolve.js';
import type { AttributePlan } from '../../plan/plan.js';
import type { SampleAttribute, SampleTag, ScanSample } from './sample.js';
import type { ScanBinding, ScanScope } from './scope.js';
import { maxTypeNamespace, type ScanShape } from './shapes.js';

/** Finds out how the start tags of elements are written. */

/** How a start tag is written. */
export interface TagForm {
  /** The qualified name. */
  readonly name: string;
  /** What comes after the name, in this order. */
  readonly pieces: readonly TagPiece[];
  /** The scope in the element. */
  readonly scope: ScanScope;
}

export type TagPiece = WrittenPiece | AttributePiece;

/** A text that is always the same: a declaration, or what names the type. */
interface WrittenPiece {
  readonly kind: 'written';
  readonly text: string;
  /** False if it means nothing, and may be absent. */
  readonly isRequired: boolean;
  readonly isDeclaration: boolean;
}

/** An attribute of the type. */
interface AttributePiece {
  readonly kind: 'attribute';
  readonly attribute: AttributePlan;
  readonly quote: string;
}

/** A tag as it is read, before it is known whether a scan follows it. */
interface ReadTag extends TagForm {
  /** Prefixes on which the scan would depend. */
  readonly prefixes: readonly string[];
  /** How many attributes it has. */
  readonly attributes: number;
}

/** Finds forms of start tags in a sample. */
export class TagForms {
  readonly #sample: ScanSample;
  readonly #namespaces: readonly string[];
  readonly #isTranslated: boolean;
  /** The most declarations that a start tag has. */
  declarations = 0;

  /**
   * `namespaces` are those of the elements to be found. Where a reader translates namespaces, no declarations are scanned: `isTranslated`.
   */
  constructor(sample: ScanSample, namespaces: readonly string[], isTranslated: boolean) {
    this.#sample = sample;
    this.#namespaces = namespaces;
    this.#isTranslated = isTranslated;
  }

  /** The form of the start tag of an element; undefined if its name cannot be written. */
  formOf(shape: ScanShape, scope: ScanScope): TagForm | undefined {
    return this.#usual(shape, scope, false) ?? plainForm(shape, scope);
  }

  /** The form of the start tag of an element that is nil, after its name; undefined if the sample has none. */
  nilForm(shape: ScanShape, scope: ScanScope): TagForm | undefined {
    return this.#usual(shape, scope, true);
  }

  /** The form that most of the tags in the sample have, of several the one with most attributes. */
  #usual(shape: ScanShape, scope: ScanScope, isNil: boolean): TagForm | undefined {
    const read = this.#sample.tagsOf(shape.element.name).flatMap((tag) => this.#read(tag, shape, scope, isNil) ?? []);
    const counts = new Map<string, number>();
    for (const { scope: inner } of read) {
      counts.set(inner.key, (counts.get(inner.key) ?? 0) + 1);
    }
    const rank = (form: ReadTag): number => (counts.get(form.scope.key) ?? 0) * 1000 + form.attributes;
    const best = read.reduce<ReadTag | undefined>(
      (found, form) => (found === undefined || rank(form) > rank(found) ? form : found),
      undefined,
    );
    if (best !== undefined) {
      for (const prefix of best.prefixes) {
        best.scope.use(prefix);
      }
      this.declarations = Math.max(this.declarations, best.pieces.filter(isDeclared).length);
    }
    return best;
  }

  /** A tag of the sample as a form; undefined if it is not the tag of such an element. */
  #read(tag: SampleTag, shape: ScanShape, outer: ScanScope, isNil: boolean): ReadTag | undefined {
    const { prefix, attributes } = tag;
    const declarations = attributes.filter(isDeclaration);
    if (!declarations.every(isPlain) || !areDifferent(attributes) || (declarations.length > 0 && this.#isTranslated)) {
      return undefined;
    }
    const used = prefixesIn(tag);
    const changes = declarations.filter((each) => this.#changes(each, outer, used));
    const scope = outer.within(changes.map(bindingOf), declarations.map(prefixDeclared));
    const named = attributes.filter((each) => isInstance(each, 'type', scope));
    const nil = attributes.filter((each) => isInstance(each, 'nil', scope));
    const isNamed = scope.resolve(prefix) === shape.element.namespace && hasType(shape, named, scope);
    if (!isNamed || nil.length > 0 !== isNil || !nil.every(isTrue)) {
      return undefined;
    }
    const required = [...changes, ...nil, ...(shape.named === undefined ? [] : named)];
    const known = [...declarations, ...nil, ...named];
    const pieces = attributes.flatMap((each) =>
      known.includes(each) ? written(each, required.includes(each)) : attributePiece(each, shape),
    );
    return {
      name: qualified(prefix, shape.element.name),
      pieces: withAll(pieces, shape),
      scope,
      prefixes: [prefix, ...[...named, ...nil].flatMap((each) => [each.prefix, prefixIn(each)])],
      attributes: attributes.length,
    };
  }

  /** True if a declaration has a meaning for names in a scan: it declares a namespace of its elements, or something else than is in scope. */
  #changes(declaration: SampleAttribute, outer: ScanScope, used: ReadonlySet<string>): boolean {
    const [prefix, namespace] = bindingOf(declaration);
    const present = outer.resolve(prefix);
    return present !== namespace && (present !== undefined || used.has(prefix) || this.#namespaces.includes(namespace));
  }
}

function isDeclared(piece: TagPiece): boolean {
  return piece.kind === 'written' && piece.isDeclaration;
}

/** The form of a tag of which there is no sample. */
function plainForm(shape: ScanShape, scope: ScanScope): TagForm | undefined {
  const { element, named } = shape;
  const prefix = scope.prefixOf(element.namespace);
  const type = named === undefined ? '' : typeText(named, scope);
  if (prefix === undefined || type === undefined) {
    return undefined;
  }
  const typed: readonly TagPiece[] =
    type === '' ? [] : [{ kind: 'written', text: type, isRequired: true, isDeclaration: false }];
  return { name: qualified(prefix, element.name), pieces: withAll(typed, shape), scope };
}

function typeText(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  scope: ScanScope,
): string | undefined {
  const attribute = scope.prefixOf(instanceNamespace);
  const prefix = scope.prefixOf(namespace);
  return attribute === undefined || attribute === '' || prefix === undefined
    ? undefined
    : ` ${attribute}:type="${qualified(prefix, name)}"`;
}

function isDeclaration({ prefix, name }: SampleAttribute): boolean {
  return prefix === 'xmlns' || (prefix === '' && name === 'xmlns');
}

function prefixDeclared({ prefix, name }: SampleAttribute): string {
  return prefix === '' ? '' : name;
}

function bindingOf(declaration: SampleAttribute): ScanBinding {
  return [prefixDeclared(declaration), declaration.value];
}

/** True for a declaration that is allowed, and whose namespace is written as it is. */
function isPlain(declaration: SampleAttribute): boolean {
  const [prefix, namespace] = bindingOf(declaration);
  const isReserved =
    prefix === 'xml' || prefix === 'xmlns' || namespace === xmlNamespace || namespace === xmlnsNamespace;
  return !isReserved && (prefix === '' || namespace !== '') && !/[&\s]/.test(namespace);
}

/** True unless an attribute is there twice. */
function areDifferent(attributes: readonly SampleAttribute[]): boolean {
  return new Set(attributes.map(({ prefix, name }) => qualified(prefix, name))).size === attributes.length;
}

/** The prefixes of a tag, of its attributes and of the type that it names. */
function prefixesIn({ prefix, attributes }: SampleTag): ReadonlySet<string> {
  const named = attributes.filter(({ name }) => name === 'type').map(prefixIn);
  return new Set([prefix, ...attributes.map((each) => each.prefix), ...named]);
}

function prefixIn({ value }: SampleAttribute): string {
  return value.slice(0, Math.max(0, value.indexOf(':')));
}

function isInstance({ prefix, name }: SampleAttribute, wanted: string, scope: ScanScope): boolean {
  return name === wanted && prefix !== '' && prefix !== 'xml' && scope.resolve(prefix) === instanceNamespace;
}

function isTrue({ value }: SampleAttribute, _index: number, { length }: readonly SampleAttribute[]): boolean {
  return length === 1 && (value === 'true' || value === '1');
}

/** True if a tag names the type that the shape is for; where it is the declared one, the tag need not. */
function hasType({ named, type, plan }: ScanShape, written: readonly SampleAttribute[], scope: ScanScope): boolean {
  const [attribute] = written;
  if (attribute === undefined || written.length > 1) {
    return written.length === 0 && named === undefined;
  }
  const { value } = attribute;
  const namespace = scope.resolve(prefixIn(attribute));
  const name = value.slice(value.indexOf(':') + 1);
  const own = plan === undefined ? type?.type : plan.replaceable ? undefined : plan.type;
  const wanted = named ?? own;
  const isShort = namespace !== undefined && namespace.length <= maxTypeNamespace;
  return isShort && name !== '' && wanted?.name === name && wanted.namespace === namespace;
}

function written(attribute: SampleAttribute, isRequired: boolean): WrittenPiece {
  const { prefix, name, value, quote } = attribute;
  const text = ` ${qualified(prefix, name)}=${quote}${value}${quote}`;
  return { kind: 'written', text, isRequired, isDeclaration: isDeclaration(attribute) };
}

function attributePiece({ prefix, name, quote }: SampleAttribute, { attributes }: ScanShape): TagPiece[] {
  const attribute = prefix === '' ? attributes.find((each) => each.name === name) : undefined;
  return attribute === undefined ? [] : [{ kind: 'attribute', attribute, quote }];
}

/** Adds the attributes of the type that are not there, each after the one before it in the type. */
function withAll(pieces: readonly TagPiece[], { attributes }: ScanShape): readonly TagPiece[] {
  const all = [...pieces];
  const places = (): readonly (AttributePlan | undefined)[] =>
    all.map((piece) => (piece.kind === 'attribute' ? piece.attribute : undefined));
  const quote = pieces.find((piece) => piece.kind === 'attribute')?.quote ?? '"';
  attributes.forEach((attribute, i) => {
    if (!places().includes(attribute)) {
      const before = i === 0 ? lastWritten(all) : places().indexOf(attributes[i - 1]);
      all.splice(before + 1, 0, { kind: 'attribute', attribute, quote });
    }
  });
  return all;
}

/** Index of the last piece before the attributes. */
function lastWritten(pieces: readonly TagPiece[]): number {
  const first = pieces.findIndex(({ kind }) => kind === 'attribute');
  return (first < 0 ? pieces.length : first) - 1;
}
