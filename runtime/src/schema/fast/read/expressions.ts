import type { AttributePlan } from '../../plan/plan.js';
import type { SimplePlan } from '../../plan/simple-plan.js';
import type { ScanScope } from './scope.js';
import { type InlineElement, type InlinePart, isEmptiable, type ScanShape } from './shapes.js';
import { type MatchStep, recordMaker, type ScannedPart } from './steps.js';
import type { TagForm, TagForms, TagPiece } from './tags.js';
import { scannedText } from './texts.js';

/** Makes the expressions of scans. Tags are in a fixed order with texts between them, so none can begin at two places. */

const space = '[ \\t\\r\\n]*';
const anyText = '[^<]*';
/** An expression that matches nothing, with a group. */
const never = '(?!)()';

/** A text that an expression finds as it is. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Where something is in the element that an expression finds first. */
interface Place {
  readonly scope: ScanScope;
  readonly level: number;
  readonly load: number;
}

const outermost = { level: 1, load: 0 };

interface Made {
  readonly source: string;
  readonly parts: readonly ScannedPart[];
}

/** Where an expression stands among those of one element. */
export interface Stretch {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** True if all that comes after it may be absent. */
  readonly isRestEmptiable: boolean;
}

/** Makes one expression, for elements in a scope. */
export class ExpressionMaker {
  readonly #forms: TagForms;
  readonly #scope: ScanScope;
  #levels = 1;
  #load = 0;
  #attributes = 0;
  #groups = 0;

  constructor(forms: TagForms, scope: ScanScope) {
    this.#forms = forms;
    this.#scope = scope;
  }

  /** Fields of a record, each of which may be absent. */
  fields(fields: readonly InlineElement[]): MatchStep {
    const made = fields.map((field) => this.#element(field, false, { scope: this.#scope, level: 1, load: 0 }));
    const source = made.map((each) => `(?:${each.source}${space})?`).join('');
    return this.#step(
      source,
      made.flatMap(({ parts }) => parts),
    );
  }

  /** A whole element of simple type or content. */
  textOf(shape: ScanShape, form: TagForm): MatchStep {
    const found = this.#tag(form, shape, outermost);
    const content = shape.type === undefined ? [] : [this.#text(shape.type)];
    return this.#step(
      `<${escaped(form.name)}${found.source}${this.#ending(form, shape, content)}${space}`,
      [found, ...content].flatMap((each) => each.parts),
    );
  }

  /** A whole element that is nil: its only part says that. Undefined if it cannot be, or has attributes then. */
  nil(shape: ScanShape, form: TagForm): MatchStep | undefined {
    if (!canBeNil(shape)) {
      return undefined;
    }
    const { group, source } = this.#nil(shape, form, { scope: this.#scope, ...outermost });
    return this.#step(`<${escaped(form.name)}${source}${space}`, [
      newPart({ property: '', group, isRequired: true, nil: group }),
    ]);
  }

  /** A stretch of the content of an element, with its start and end if these are next to it. */
  stretch(
    shape: ScanShape,
    form: TagForm,
    run: readonly InlinePart[],
    { isFirst, isLast, isRestEmptiable }: Stretch,
  ): MatchStep {
    const tag = escaped(form.name);
    const start = isFirst ? this.#tag(form, shape, outermost) : nothing;
    const ends: number[] = [];
    const end = (): string => {
      ends.push(++this.#groups);
      return '()';
    };
    const isEmpty = isRestEmptiable && run.every(isEmptiable);
    const alone = isFirst && isEmpty ? ` ?/>${space}${end()}|` : '';
    const content = run.map((part) => this.#part(part, { scope: form.scope, level: 2, load: 0 }));
    const written = content.map(({ source }) => source).join('');
    const close = isLast ? `</${tag}>${space}` : isRestEmptiable ? `(?:</${tag}>${space}${end()})?` : '';
    const before = isFirst ? `<${tag}${start.source}` : '';
    const inside = isFirst ? `>${space}${written}${close}` : written + close;
    const parts = [start, ...content].flatMap((each) => each.parts);
    return this.#step(alone === '' ? before + inside : `${before}(?:${alone}${inside})`, parts, ends);
  }

  #step(source: string, parts: readonly ScannedPart[], ends: readonly number[] = []): MatchStep {
    const expression = new RegExp(source, 'y');
    return {
      kind: 'match',
      expression,
      levels: this.#levels,
      load: this.#load,
      attributes: this.#attributes,
      groups: this.#groups,
      parts,
      ends,
    };
  }

  #count(attributes: number, { level, load }: Pick<Place, 'level' | 'load'>): void {
    this.#attributes = Math.max(this.#attributes, attributes);
    this.#load = Math.max(this.#load, load);
    this.#levels = Math.max(this.#levels, level);
  }

  /** A part with the white space after it. */
  #part(part: InlinePart, place: Place): Made {
    if (part.kind === 'element') {
      const made = this.#element(part, part.isRequired, place);
      return { ...made, source: part.isRequired ? made.source + space : `(?:${made.source}${space})?` };
    }
    const isChoice = part.kind === 'choice';
    const made = part.parts.map((each) => this.#optionalPart(each, place, isChoice));
    const source = `(?:${made.map((each) => each.source).join(isChoice ? '|' : '')})${part.isRequired ? '' : '?'}`;
    return { source, parts: made.flatMap((each) => each.parts) };
  }

  /** A part of something that may be absent, or of a choice: only its groups say that it is there. */
  #optionalPart(part: InlinePart, place: Place, isBranch: boolean): Made {
    if (part.kind !== 'element') {
      return this.#part(part, place);
    }
    const { source, parts } = this.#element(part, false, place);
    return { source: isBranch || part.isRequired ? source + space : `(?:${source}${space})?`, parts };
  }

  /** An element; one that is not required is absent where its group does not match. */
  #element({ property, shape }: InlineElement, isRequired: boolean, place: Place): Made {
    const { type, plan } = shape;
    const form = this.#forms.formOf(shape, place.scope);
    if (form === undefined) {
      return this.#never(property);
    }
    const load = place.load + (plan?.weight ?? 0);
    const group = plan === undefined || isRequired ? 0 : ++this.#groups;
    const mark = group === 0 ? '' : '()';
    const start = this.#tag(form, shape, { level: place.level, load });
    const content =
      plan === undefined
        ? [this.#text(type as SimplePlan, property, isRequired)]
        : this.#content(shape, { scope: form.scope, level: place.level + 1, load });
    const isText = plan === undefined && !isRequired;
    const ending = isText ? `>${content[0]?.source}</${escaped(form.name)}>` : this.#ending(form, shape, content);
    const nil = canBeNil(shape) ? this.#nil(shape, form, place) : { group: 0, source: '' };
    const whole = start.source + ending;
    const source = `<${escaped(form.name)}${mark}${nil.group === 0 ? whole : `(?:${whole}|${nil.source})`}`;
    const parts = [start, ...content].flatMap((each) => each.parts);
    return plan === undefined
      ? { source, parts: parts.map((part) => newPart({ ...part, nil: nil.group })) }
      : { source, parts: [newPart({ property, group, isRequired, nil: nil.group, maker: recordMaker(), parts })] };
  }

  /** An element that is never found. */
  #never(property: string): Made {
    const part = newPart({ property, group: ++this.#groups, isRequired: false });
    return { source: never, parts: [part] };
  }

  /** What follows the name of an element that is nil, up to its end. The group matches then; the one before it has the prefix of `nil` if that is to be asked for. */
  #nil(shape: ScanShape, form: TagForm, { scope, level, load }: Place): Nil {
    const known = this.#forms.nilForm(shape, scope);
    const ways = [known?.name === form.name ? known : undefined, form].flatMap((way) => way ?? []);
    this.#count(Math.max(...ways.map(({ pieces }) => pieces.length)) + 1, { level, load });
    const [usual = '', other] = ways.map(({ pieces }) => pieces.map((piece) => this.#piece(piece).source).join(''));
    const asked = (other ?? usual) + nilAttribute(form.scope.mentioned);
    this.#groups += 2;
    const written = other === undefined ? asked : `(?:${usual}|${asked})`;
    return { group: this.#groups, source: `${written}()(?: ?/>|></${escaped(form.name)}>)` };
  }

  /** The end of a start tag, content and the end tag; an empty element has no text, which is a value of some types. */
  #ending({ name }: TagForm, { type, content: parts }: ScanShape, content: readonly Made[]): string {
    const written = content.map(({ source }) => source).join('');
    const close = `</${escaped(name)}>`;
    if (type !== undefined && scannedText(type).source !== undefined) {
      return `>${written}${close}`;
    }
    if (type !== undefined || parts.length === 0) {
      return `(?:>${written}${close}| ?/>)`;
    }
    const whole = `>${space}${written}${close}`;
    return parts.every(isEmptiable) ? `(?:${whole}| ?/>)` : whole;
  }

  #content({ type, content }: ScanShape, place: Place): readonly Made[] {
    return type === undefined
      ? content.flatMap((part) => (part.kind === 'items' ? [] : [this.#part(part, place)]))
      : [this.#text(type)];
  }

  #text(type: SimplePlan, property = '$value', isRequired = true): Made {
    const { source, form } = scannedText(type);
    // Values of such types mean the same with white space around them.
    const written = source === undefined ? `(${anyText})` : `${space}(${source})${space}`;
    return { source: written, parts: [newPart({ property, group: ++this.#groups, isRequired, type, form })] };
  }

  /** What comes after the name in a start tag; the properties are in the order of the type. */
  #tag({ pieces }: TagForm, { attributes }: ScanShape, place: Pick<Place, 'level' | 'load'>): Made {
    this.#count(pieces.length, place);
    const made = pieces.map((piece) => ({ piece, ...this.#piece(piece) }));
    const partsOf = (attribute: AttributePlan): readonly ScannedPart[] =>
      made.find(({ piece }) => piece.kind === 'attribute' && piece.attribute === attribute)?.parts ?? [];
    return { source: made.map(({ source }) => source).join(''), parts: attributes.flatMap(partsOf) };
  }

  #piece(piece: TagPiece): Made {
    if (piece.kind === 'written') {
      const text = escaped(piece.text);
      return { source: piece.isRequired ? text : `(?:${text})?`, parts: [] };
    }
    const { quote, attribute } = piece;
    const { name, property, required, type } = attribute;
    const { source = `[^${quote}<&\\t\\r\\n]*`, form } = scannedText(type);
    const written = ` ${escaped(name)}=${quote}(${source})${quote}`;
    const part = newPart({ property, group: ++this.#groups, isRequired: false, type, form });
    return { source: required ? written : `(?:${written})?`, parts: [part] };
  }
}

interface Nil {
  readonly group: number;
  readonly source: string;
}

const nothing: Made = { source: '', parts: [] };

/** A part. All are made here: engines read objects faster that are made alike. */
function newPart(given: Pick<ScannedPart, 'property' | 'group' | 'isRequired'> & Partial<ScannedPart>): ScannedPart {
  const { property, group, isRequired, nil = 0, type, form = 'any', maker, parts } = given;
  return { property, group, isRequired, nil, type, form, maker, parts };
}

/** True for an element that may be nil, and has no attributes then. */
function canBeNil({ element, plan, named }: ScanShape): boolean {
  return element.nillable && named === undefined && (plan === undefined || plan.attributes.length === 0);
}

/** The attribute of a nil element, whose prefix is a group: not one that tags around it may declare. */
function nilAttribute(mentioned: ReadonlySet<string>): string {
  const others = [...mentioned].map(escaped).join('|');
  const excluded = others === '' ? '' : `(?!(?:${others}):)`;
  return ` ${excluded}([A-Za-z_][A-Za-z0-9_.-]*):nil=(?:"(?:true|1)"|'(?:true|1)')`;
}
