import type { XmlReader } from '../../../xml/read/xml-reader.js';
import { expandData } from '../../../xml/text/references.js';
import { type Decoder, maxLoad } from '../../context/decoder.js';
import { instanceNamespace } from '../../descriptor/resolve.js';
import type { SimplePlan } from '../../plan/simple-plan.js';
import { parsePlan } from '../../simple/simple.js';
import type {
  ItemsStep,
  MatchStep,
  PlacedScan,
  ScanAlternative,
  ScannedPart,
  ScanPlace,
  ScanProgram,
  ScanStep,
} from './steps.js';
import type { TextForm } from './texts.js';

/** How often in succession the same prefixes come before an expression is made for them, which takes time. */
const usual = 24;
const maxPrefixes = 4;
const maxCredit = 8;
const pause = -64;
/** A pause is twice as long as the one before, so often. */
const maxDoublings = 10;
/** One miss among so many hits is none. */
const fewMisses = 16;
const longMatch = 4000;
/** The deepest nesting of elements found one by one that one scan reads: each takes its part of the stack. */
const maxNesting = 100;
const slash = 0x2f;
/** Characters of a document before and after a place that are looked at when the scan for it is made. */
const sampled = 30_000;

type Value = Record<string, unknown>;

/** The scan for the prefixes in scope; undefined if there is none, or scans have failed too often here. */
export function scanAt(place: ScanPlace, reader: XmlReader): PlacedScan | undefined {
  if (place.credit < 0) {
    place.credit++;
    return undefined;
  }
  if (place.failed === 0 || place.failed < place.scans.length) {
    for (const known of place.scans) {
      if (reader.binds(known.bindings) && (known.declarations === 0 || reader.translation === undefined)) {
        return known;
      }
    }
  }
  return makeUsual(place, reader);
}

/** Counts what a scan at a place found, or that it did not. One that finds too little gives way to others. */
export function settle(place: ScanPlace, scan: PlacedScan, isFound: boolean, isLong: boolean): void {
  if (isFound) {
    place.pauses = 0;
    place.failed = 0;
    place.hits++;
    place.credit = isLong ? pause : maxCredit;
  } else if (place.credit-- === 0) {
    place.credit = pause * 2 ** Math.min(place.pauses++, maxDoublings);
    giveWay(place, scan);
  } else if (++place.misses >= place.patience && place.misses * fewMisses > place.hits) {
    place.patience *= 2;
    giveWay(place, scan);
  }
}

function giveWay(place: ScanPlace, scan: PlacedScan): void {
  place.failed++;
  place.hits = 0;
  place.misses = 0;
  place.scans.push(...place.scans.splice(place.scans.indexOf(scan), 1));
}

function makeUsual(place: ScanPlace, reader: XmlReader): PlacedScan | undefined {
  const prefixes = place.namespaces.map((namespace) => reader.prefixOf(namespace));
  if (place.prefixes.length === 0 || prefixes.some((prefix, i) => prefix !== place.prefixes[i])) {
    place.prefixes = prefixes;
    place.seen = place.scans.length === 0 ? usual : 0;
  }
  if (++place.seen < usual) {
    return undefined;
  }
  place.failed = 0;
  const made = place.make(reader, sampleAt(reader), reader.translation !== undefined);
  place.scans.unshift(made);
  place.scans.length = Math.min(place.scans.length, maxPrefixes);
  return made;
}

/** The part of the document around a reader. */
function sampleAt({ source, offset }: XmlReader): string {
  return source.slice(Math.max(0, offset - sampled), offset + sampled);
}

/** Reads elements by steps, from the place where a reader is. */
export class Scanner {
  /** Where the next step begins. */
  #at = 0;
  /** True if the last text was so long that native search passes it faster than an expression does. */
  isLong = false;
  /** True if something was matched, or might have been. */
  isTried = false;
  /** The one that was found last. */
  #found: ScanAlternative | undefined;
  readonly #decoder: Decoder;
  readonly #reader: XmlReader;
  readonly #source: string;
  /** The most declarations of an element. */
  readonly #declarations: number;

  constructor(decoder: Decoder, reader: XmlReader, { declarations }: PlacedScan) {
    this.#decoder = decoder;
    this.#reader = reader;
    this.#source = reader.source;
    this.#declarations = declarations;
  }

  /**
   * The next find of a step: a value for each of the parts of an expression, undefined for one that is not there; or the value of one element.
   * The reader is at its end then. Undefined, and the reader stays where it is, if it finds nothing, or there is something else to be
   * decided.
   */
  findNext(step: ScanStep): unknown {
    const values = this.#attempt(step);
    if (values !== undefined) {
      this.#reader.pass(this.#at);
    }
    return values;
  }

  /** Adds the items that a step finds, as long as there are any: false if there are none. The reader is at the end of the last one. */
  findItems(step: ItemsStep, items: unknown[]): boolean {
    const start = this.#reader.startScan();
    this.#at = start;
    let end = start;
    for (let item = this.#itemHere(step); item !== undefined; item = this.isLong ? undefined : this.#itemHere(step)) {
      end = this.#at;
      items.push(item);
    }
    if (end === start) {
      return false;
    }
    this.#reader.pass(end);
    return true;
  }

  /** The item that comes next; undefined if it is not as usual, or nothing may be scanned. */
  #itemHere(step: ItemsStep): unknown {
    const item = this.#at < 0 ? undefined : this.#item(step, 1, this.#decoder.load);
    return item === undefined || this.#reader.isUnusual(this.#at) ? undefined : item;
  }

  #attempt(step: ScanStep): unknown {
    const reader = this.#reader;
    this.#at = reader.startScan();
    if (this.#at < 0) {
      return undefined;
    }
    let found: unknown;
    try {
      found = step.kind === 'match' ? this.#fields(step) : this.#item(step, 1, this.#decoder.load);
    } catch {
      // The texts are read again, one by one: that says where the mistake is, and whether it counts.
    }
    return found === undefined || reader.isUnusual(this.#at) ? undefined : found;
  }

  #fields(step: MatchStep): unknown[] | undefined {
    const groups = this.#match(step, 1, this.#decoder.load);
    if (groups === null) {
      return undefined;
    }
    const isWritten = this.#isWritten(groups);
    const values: unknown[] = new Array(step.parts.length);
    let isFound = false;
    for (let i = 0; i < values.length; i++) {
      const value = this.#part(step.parts[i] as ScannedPart, groups, isWritten);
      isFound ||= value !== undefined;
      values[i] = value;
    }
    return isFound ? values : undefined;
  }

  /** True if elements may be nested so deep, and have so many attributes and declarations. */
  #hasRoom(step: MatchStep, level: number, load: number): boolean {
    const levels = level + step.levels - 1;
    return load + step.load <= maxLoad && this.#reader.hasRoom(levels, step.attributes, levels * this.#declarations);
  }

  /** Moves past what an expression without groups matches, which costs less; false if it does not. */
  #pass({ expression }: MatchStep): boolean {
    expression.lastIndex = this.#at;
    const isThere = expression.test(this.#source);
    this.#at = isThere ? expression.lastIndex : this.#at;
    return isThere;
  }

  /** Moves past what an expression matches. */
  #match(step: MatchStep, level: number, load: number): RegExpExecArray | null {
    const { expression } = step;
    if (!this.#hasRoom(step, level, load)) {
      return null;
    }
    this.isTried = true;
    expression.lastIndex = this.#at;
    const groups = expression.exec(this.#source);
    if (groups !== null) {
      this.#at = expression.lastIndex;
      this.isLong = this.#at - groups.index > longMatch;
    }
    return groups;
  }

  #isWritten(groups: RegExpExecArray): boolean {
    return this.#reader.isWritten(groups.index, this.#at);
  }

  /** Undefined if a part is not there. Throws if its text is not a value of its type. */
  #part(part: ScannedPart, groups: RegExpExecArray, isWritten: boolean): unknown {
    const { type } = part;
    const text = groups[part.group];
    if (type === undefined) {
      return text === undefined ? undefined : this.#inner(part, groups, isWritten);
    }
    return text === undefined ? this.#withoutText(type, part, groups) : this.#text(type, part.form, text, isWritten);
  }

  /** A record in the one around it. */
  #inner(part: ScannedPart, groups: RegExpExecArray, isWritten: boolean): unknown {
    const { maker, parts = [] } = part;
    return this.#isNil(part, groups) ? null : maker && this.#fill(new maker(), parts, groups, isWritten);
  }

  /** The value where no text is found: nil, or that of an empty element, if the element is there. */
  #withoutText(type: SimplePlan, part: ScannedPart, groups: RegExpExecArray): unknown {
    if (this.#isNil(part, groups)) {
      return null;
    }
    return part.isRequired ? this.#text(type, part.form, '', false) : undefined;
  }

  /** Throws if the prefix of `nil` is not that of `xsi`. */
  #isNil({ nil }: ScannedPart, groups: RegExpExecArray): boolean {
    if (nil === 0 || groups[nil] === undefined) {
      return false;
    }
    const prefix = groups[nil - 1];
    if (prefix !== undefined && this.#reader.resolvePrefix(prefix) !== instanceNamespace) {
      throw new TypeError('`xsi:nil` is expected');
    }
    return true;
  }

  #text(type: SimplePlan, form: TextForm, text: string, isWritten: boolean): unknown {
    switch (form) {
      case 'data':
        return isWritten ? expandData(text) : text;
      case 'value':
        return text;
      case 'number':
        return numberOf(text) ?? type.parse(text, this.#decoder);
      case 'exact':
        return this.#exact(type, text);
      case 'any':
        return this.#any(type, isWritten ? expandData(text) : text);
    }
  }

  #exact(type: SimplePlan, text: string): unknown {
    const decoder = this.#decoder;
    return type.derived === undefined
      ? type.parse(text, decoder)
      : type.derived.parse(type, text, decoder, decoder.check);
  }

  #any(type: SimplePlan, text: string): unknown {
    const value = parsePlan(type, text, this.#decoder, this.#decoder.check);
    if (value === undefined) {
      throw new TypeError('a value is expected');
    }
    return value;
  }

  #fill(record: Value, parts: readonly ScannedPart[], groups: RegExpExecArray, isWritten: boolean): Value {
    for (const part of parts) {
      const text = groups[part.group];
      const value = text !== undefined && isItself(part, isWritten) ? text : this.#part(part, groups, isWritten);
      if (value !== undefined) {
        record[part.property] = value;
      }
    }
    return record;
  }

  /** One of the elements that may be here; undefined if there is none, or it is not as usual. */
  #item(step: ItemsStep, level: number, load: number): unknown {
    const { alternatives } = step;
    const start = this.#at;
    // One loop for the likely one and the others: engines compile it better than a function for each.
    for (let i = 0; i < alternatives.length; i++) {
      const place = (step.last + i) % alternatives.length;
      const alternative = alternatives[place] as ScanAlternative;
      if (this.#source.charCodeAt(start + alternative.startLength - 1) === alternative.lastOfStart) {
        const value = this.#value(alternative.program, level, load);
        if (value !== undefined) {
          step.last = place;
          this.#found = alternative;
          return alternative.key === undefined ? value : { $name: alternative.key, $value: value };
        }
        this.#at = start;
      }
    }
    return undefined;
  }

  /** The value of an element, null for one that is nil; undefined if it is not as usual. */
  #value(program: ScanProgram, level: number, load: number): unknown {
    const start = this.#at;
    try {
      const value = this.#element(program, level, load);
      if (value !== undefined || program.nil === undefined) {
        return value;
      }
      this.#at = start;
      return this.#nil(program.nil, level, load);
    } catch {
      // As in `#attempt`: the element is read event by event.
      return undefined;
    }
  }

  /** True for a record that a scan has tried before, from further out: what was in the way then still is. */
  #isMissed(start: number): boolean {
    const { missed } = this.#decoder;
    while ((missed.at(-1) ?? start) < start) {
      missed.pop();
    }
    return missed.at(-1) === start;
  }

  #element(program: ScanProgram, level: number, outer: number): unknown {
    const load = outer + program.weight;
    if (load > maxLoad) {
      return undefined;
    }
    const { steps, text } = program;
    if (text !== undefined) {
      const groups = this.#match(steps[0] as MatchStep, level, load);
      return groups === null ? undefined : this.#part(text, groups, this.#isWritten(groups));
    }
    return this.#isMissed(this.#at) ? undefined : this.#record(program, level, load);
  }

  /** Null for an element that is nil. */
  #nil(step: MatchStep, level: number, load: number): null | undefined {
    const groups = this.#match(step, level, load);
    return groups !== null && this.#isNil(step.parts[0] as ScannedPart, groups) ? null : undefined;
  }

  #record(program: ScanProgram, level: number, load: number): unknown {
    const { steps, typeName, listsLate, unwrap } = program;
    const start = this.#at;
    const record: Value = new program.maker();
    if (typeName !== undefined) {
      record.$type = typeName;
    }
    let reached: Reached = 'next';
    let i = 0;
    for (; i < steps.length && reached === 'next'; i++) {
      const step = steps[i] as ScanStep;
      reached =
        step.kind === 'match'
          ? this.#stretch(step, record, level, load)
          : this.#items(step, record, listsLate, level, load);
    }
    // Records that end in an unusual place are in ones that do, too.
    if (reached === 'nothing' || (level > 1 && i > 1 && this.#reader.isUnusual(this.#at))) {
      if (i > 1) {
        this.#decoder.missed.push(start);
      }
      return undefined;
    }
    if (listsLate || i < steps.length) {
      addLists(record, steps, listsLate ? 0 : i);
    }
    return unwrap === undefined ? record : record[unwrap];
  }

  /** Reads what one expression finds of a record. */
  #stretch(step: MatchStep, record: Value, level: number, load: number): Reached {
    // Records without content have no groups where they must be there, and are values all the same.
    if (step.groups === 0 && step.parts.length === 0) {
      return this.#hasRoom(step, level, load) && this.#pass(step) ? 'next' : 'nothing';
    }
    const groups = this.#match(step, level, load);
    if (groups === null) {
      return 'nothing';
    }
    this.#fill(record, step.parts, groups, this.#isWritten(groups));
    return step.ends.length > 0 && isEnded(step, groups) ? 'end' : 'next';
  }

  /** Reads items of a list, or a single element: nothing if there are too few or too many. */
  #items(step: ItemsStep, record: Value, isLate: boolean, level: number, load: number): Reached {
    if (step.list === undefined) {
      return this.#single(step, record, level, load) || step.min === 0 ? 'next' : 'nothing';
    }
    const items: unknown[] = [];
    let value = this.#nested(step, level, load);
    while (value !== undefined) {
      const property = this.#found?.property;
      items.push(property === undefined ? value : { [property]: value });
      value = this.#nested(step, level, load);
    }
    if (items.length > 0 || !isLate) {
      record[step.list] = items;
    }
    return items.length >= step.min && items.length <= step.max ? 'next' : 'nothing';
  }

  /** Reads a single element; false if it is not there. */
  #single(step: ItemsStep, record: Value, level: number, load: number): boolean {
    const value = this.#nested(step, level, load);
    if (value !== undefined) {
      record[this.#found?.property as string] = value;
    }
    return value !== undefined;
  }

  /** The value of an element in a record. */
  #nested(step: ItemsStep, level: number, load: number): unknown {
    const isEnd = this.#source.charCodeAt(this.#at + 1) === slash;
    return isEnd || level >= maxNesting ? undefined : this.#item(step, level + 1, load);
  }
}

/** True if a text is the value of a part as it is written. */
function isItself({ form }: ScannedPart, isWritten: boolean): boolean {
  return form === 'value' || (form === 'data' && !isWritten);
}

/** Numbers below are `float` as well as `double`. */
const smallFloat = 3e38;

/** The number that a text stands for; undefined for one that is no number of both floating types, of which types know more. */
function numberOf(text: string): number | undefined {
  const value = Number(text);
  return Math.abs(value) < smallFloat ? value : undefined;
}

/** How far a step came: to the next one, to the end of the element, or nowhere. */
type Reached = 'next' | 'end' | 'nothing';

function isEnded({ ends }: MatchStep, groups: RegExpExecArray): boolean {
  for (const end of ends) {
    if (groups[end] !== undefined) {
      return true;
    }
  }
  return false;
}

/** Adds lists without items, from a step on. */
function addLists(record: Value, steps: readonly ScanStep[], from: number): void {
  for (let i = from; i < steps.length; i++) {
    const step = steps[i] as ScanStep;
    if (step.kind === 'items' && step.list !== undefined && !Object.hasOwn(record, step.list)) {
      record[step.list] = [];
    }
  }
}
