import type {
  ComplexTypeDefinition,
  Contract,
  ElementDeclaration,
  Operation,
  Service,
  TypeDefinition,
} from '../contract/model.js';
import { byCodeUnits, expandedName } from '../contract/names.js';
import type { ContractPositions } from '../contract/positions.js';
import { positionKey } from '../contract/positions.js';
import { headsOf } from '../contract/queries.js';
import { changeKinds } from './catalogue.js';
import type { Audience, ContractChange, Effects } from './change.js';
import { type Comparison, type ContractDifference, localOf, type Side, sideOf, typeText } from './context.js';
import { compareDeclarations } from './elements.js';
import { type ChangeLevel, heavier } from './level.js';
import { compareNames, exportedNamespaces, type NameOptions, resultKey, type Shapes, shapesOf } from './names.js';
import { renamedNamespaces, withNamespaces } from './namespaces.js';
import { type Direction, effectsOfAll, type Relation } from './relation.js';
import { renamedTypes } from './renames.js';
import { compareOperations, comparePorts } from './services.js';
import { compareTypes } from './types.js';
import { operationName } from './uses.js';
import { verdictAudiences, verdictOf } from './verdict.js';

/** What is compared besides the contracts themselves. */
export interface DiffOptions {
  /** Where things are declared in the old documents, so that changes have places. */
  readonly oldPositions?: ContractPositions;
  readonly newPositions?: ContractPositions;
  /** How contracts are bound to TypeScript: by it, names that change there are found. */
  readonly names?: NameOptions;
  /** The audiences whose breaks make a change major; by default callers' code and old clients on the wire. */
  readonly audiences?: readonly Audience[];
  /** Count what breaks only readers that refuse the undeclared, too. Default: they count as minor. */
  readonly strict?: boolean;
}

/** The result of a comparison. */
export interface ContractDiff {
  /** The verdict in the sense of Semantic Versioning. */
  readonly verdict: ChangeLevel;
  /** The heaviest first, then by subject, code and message. */
  readonly changes: readonly ContractChange[];
}

/**
 * The changes from one contract to another: what they are, where, whom they break. Renamed types, elements and operations are
 * recognised where the rest of them is the same. The order of things that has no meaning counts for nothing.
 */
export function diffContracts(old: Contract, now: Contract, options: DiffOptions = {}): ContractDiff {
  const namespaces = renamedNamespaces(old, now);
  const [before, after] = [sideOf(withNamespaces(old, namespaces)), sideOf(now)];
  const comparison: Comparison = { old: before, now: after, renamed: renamedTypes(before, after) };
  const collector = new Collector(comparison, options);
  collector.namespaces(namespaces, old);
  collector.services();
  collector.types();
  collector.elements();
  collector.names();
  const changes = [...collector.changes].sort(byWeight);
  return { verdict: verdictOf(changes), changes };
}

function byWeight(a: ContractChange, b: ContractChange): number {
  const rank = { major: 0, minor: 1, patch: 2 };
  return (
    rank[a.level] - rank[b.level] ||
    byCodeUnits(a.subject, b.subject) ||
    byCodeUnits(a.code, b.code) ||
    byCodeUnits(a.message, b.message)
  );
}

/** The place of a thing in the old and in the new documents, as keys of positions. */
interface Places {
  readonly old?: string;
  readonly new?: string;
}

class Collector {
  readonly changes: ContractChange[] = [];
  readonly #comparison: Comparison;
  readonly #options: DiffOptions;
  readonly #shapes: { readonly old: Shapes; readonly now: Shapes };

  constructor(comparison: Comparison, options: DiffOptions) {
    this.#comparison = comparison;
    this.#options = options;
    const { old, now } = comparison;
    this.#shapes = { old: shapesOf(old.contract, options.names), now: shapesOf(now.contract, options.names) };
  }

  #add(
    subject: string,
    finding: ContractDifference,
    effects: Effects,
    operations: readonly string[],
    places: Places,
  ): void {
    const { code, message } = finding;
    const old = places.old === undefined ? undefined : this.#options.oldPositions?.get(places.old);
    const now = places.new === undefined ? undefined : this.#options.newPositions?.get(places.new);
    const level = this.#levelOf(effects, changeKinds[code].least);
    this.changes.push({
      code,
      subject,
      message,
      effects,
      level,
      operations,
      ...(old && { old }),
      ...(now && { new: now }),
    });
  }

  #levelOf(effects: Effects, least: ContractChange['level']): ContractChange['level'] {
    const { audiences = verdictAudiences, strict = false } = this.#options;
    const isMajor = audiences.some(
      (audience) => effects[audience] === 'breaks' || (strict && effects[audience] === 'strict'),
    );
    const isMinor = Object.keys(effects).length > 0;
    return heavier(least, isMajor ? 'major' : isMinor ? 'minor' : 'none') as ContractChange['level'];
  }

  /** On the wire all names change; in TypeScript those of namespaces that are no longer in the names of exports. */
  namespaces(renamed: ReadonlyMap<string, string>, old: Contract): void {
    const names = exportedNamespaces(old, this.#options.names);
    const current = exportedNamespaces(this.#comparison.now.contract, this.#options.names);
    for (const [from, to] of renamed) {
      const [was, is] = [names.get(from), current.get(to)];
      const inCode: Effects = was === is ? {} : { callers: 'breaks', implementers: 'breaks' };
      const inNames =
        was === is ? '' : `; in TypeScript it is ${is ?? 'exported directly'}, before ${was ?? 'exported directly'}`;
      const finding: ContractDifference = {
        code: 'namespace-renamed',
        message: `it is ${to} now${inNames}`,
        shifts: [],
      };
      this.#add(`namespace ${from}`, finding, { ...inCode, oldClients: 'breaks', newClients: 'breaks' }, [], {});
    }
  }

  // -------------------------------------------------------------------------------------------------------------
  // Services and operations

  services(): void {
    const { old, now } = this.#comparison;
    const nameOf = ({ namespace, name }: Service): string => expandedName(namespace, name);
    const pairs = pair(old.contract.services, now.contract.services, nameOf, (a, b) => isSameService(a, b));
    for (const [a, b] of pairs.kept) {
      const places = { old: positionKey('service', nameOf(a)), new: positionKey('service', nameOf(b)) };
      if (nameOf(a) !== nameOf(b)) {
        const message = `it was called ${a.name === b.name ? nameOf(a) : a.name}`;
        const effects: Effects = { callers: 'breaks', implementers: 'breaks' };
        this.#add(`service ${b.name}`, { code: 'service-renamed', message, shifts: [] }, effects, [], places);
      }
      for (const finding of comparePorts(a, b)) {
        this.#add(`service ${b.name}`, finding, finding.effects, [], places);
      }
      this.#documentation(`service ${b.name}`, a, b, [], places);
      this.#operations(a, b);
    }
    const gone: Effects = { callers: 'breaks', oldClients: 'breaks', implementers: 'breaks' };
    for (const service of pairs.removed) {
      const finding: ContractDifference = { code: 'service-removed', message: 'it was removed', shifts: [] };
      this.#add(`service ${service.name}`, finding, gone, [], { old: positionKey('service', nameOf(service)) });
    }
    for (const service of pairs.added) {
      const finding: ContractDifference = { code: 'service-added', message: 'it was added', shifts: [] };
      this.#add(`service ${service.name}`, finding, {}, [], { new: positionKey('service', nameOf(service)) });
    }
  }

  #operations(old: Service, now: Service): void {
    const nameOf = ({ name, overload }: Operation): string => `${name} ${overload ?? ''}`;
    const pairs = pair(old.operations, now.operations, nameOf, (a, b) => this.#isSameOperation(a, b));
    const placeOf = (service: Service, { name }: Operation): string =>
      positionKey('operation', `${expandedName(service.namespace, service.name)}/${name}`);
    for (const [a, b] of pairs.kept) {
      const subject = operationName(now, b);
      const places = { old: placeOf(old, a), new: placeOf(now, b) };
      if (nameOf(a) !== nameOf(b)) {
        const effects: Effects = { callers: 'breaks', implementers: 'breaks' };
        const message = `it was called ${a.name}`;
        this.#add(subject, { code: 'operation-renamed', message, shifts: [] }, effects, [subject], places);
      }
      for (const finding of compareOperations(a, b, this.#comparison)) {
        this.#add(subject, finding, finding.effects, [subject], places);
      }
      const [result, current] = [
        this.#shapes.old.results.get(resultKey(old, a)),
        this.#shapes.now.results.get(resultKey(now, b)),
      ];
      if ((result === 'undefined') !== (current === 'undefined')) {
        const message = `its method returns ${current === 'undefined' ? 'an object, before the only value in it' : 'the only value of the answer, before an object'}`;
        const effects: Effects = { callers: 'breaks', implementers: 'breaks' };
        this.#add(subject, { code: 'typescript-shape-changed', message, shifts: [] }, effects, [subject], places);
      }
      this.#documentation(subject, a, b, [subject], places);
    }
    for (const operation of pairs.removed) {
      const subject = operationName(old, operation);
      const effects: Effects = { callers: 'breaks', oldClients: 'breaks' };
      const finding: ContractDifference = { code: 'operation-removed', message: 'it was removed', shifts: [] };
      this.#add(subject, finding, effects, [subject], { old: placeOf(old, operation) });
    }
    for (const operation of pairs.added) {
      const subject = operationName(now, operation);
      // A class that implements the service lacks a method; an old service does not know the call.
      const effects: Effects = { newClients: 'strict', implementers: 'breaks' };
      const finding: ContractDifference = { code: 'operation-added', message: 'it was added', shifts: [] };
      this.#add(subject, finding, effects, [subject], { new: placeOf(now, operation) });
    }
  }

  /** Two operations of different names whose messages and bindings are the same but for names. */
  #isSameOperation(a: Operation, b: Operation): boolean {
    const facts = (operation: Operation): string =>
      JSON.stringify([operation.pattern, operation.bindings.map(({ kind }) => kind)]);
    const telling = compareOperations(a, b, this.#comparison).filter(
      ({ code, effects }) =>
        !['soap-action-changed', 'http-location-changed'].includes(code) &&
        !(code === 'message-element-changed' && effects.callers === undefined && effects.implementers === undefined),
    );
    const actions = (operation: Operation): readonly string[] =>
      operation.bindings.flatMap((binding) =>
        'soapAction' in binding && binding.soapAction !== '' ? [binding.soapAction] : [],
      );
    const sharesAction = actions(a).some((action) => actions(b).includes(action));
    const sharesElement =
      a.input?.kind === 'element' && b.input?.kind === 'element' && a.input.element === b.input.element;
    return (
      facts(a) === facts(b) && telling.length === 0 && (sharesAction || sharesElement || isSimilar(a.name, b.name))
    );
  }

  // -------------------------------------------------------------------------------------------------------------
  // Types and elements

  types(): void {
    const { old, now, renamed } = this.#comparison;
    const taken = new Set(renamed.values());
    for (const type of old.contract.types) {
      const key = renamed.get(type.key) ?? type.key;
      const current = now.index.types.get(key);
      if (current) {
        this.#type(type, current);
      } else if (type.name !== undefined) {
        this.#typeRemoved(type);
      }
    }
    for (const type of now.contract.types) {
      if (type.name !== undefined && !old.index.types.has(type.key) && !taken.has(type.key)) {
        this.#typeAdded(type);
      }
    }
  }

  #type(old: TypeDefinition, now: TypeDefinition): void {
    const { old: before, now: after } = this.#comparison;
    const subject = typeSubject(now);
    const directions = new Set(
      bothWays.filter((way) => before.uses.type(way, old.key) && after.uses.type(way, now.key)),
    );
    const places = { old: positionKey('type', old.key), new: positionKey('type', now.key) };
    const operations = (): readonly string[] => after.uses.operations(now.key);
    if (old.name !== now.name && old.name !== undefined) {
      const finding: ContractDifference = {
        code: 'type-renamed',
        message: `it was called ${typeText(old.key)}`,
        shifts: [],
      };
      this.#add(subject, finding, this.#renameEffects(old, directions), operations(), places);
    }
    for (const finding of compareTypes(old, now, this.#comparison)) {
      const effects = effectsOfAll(finding.shifts, directions);
      this.#add(subject, finding, effects, operations(), places);
    }
    const isArray = this.#shapes.now.arrays.has(now.key);
    if (this.#shapes.old.arrays.has(old.key) !== isArray) {
      const message = `it is ${isArray ? 'an array' : 'an object'} in TypeScript, before ${isArray ? 'an object' : 'an array'}`;
      const effects = effectsOfAll([{ wire: 'same', code: 'other' }], directions);
      this.#add(subject, { code: 'typescript-shape-changed', message, shifts: [] }, effects, operations(), places);
    }
    this.#documentation(subject, old, now, operations, places);
  }

  /** Code names the type; on the wire only `xsi:type` does. */
  #renameEffects(type: TypeDefinition, directions: ReadonlySet<Direction>): Effects {
    const code: Effects = { callers: 'breaks', implementers: 'breaks' };
    const isSent = this.#standsIn(this.#comparison.old, type, directions);
    return isSent ? { ...code, oldClients: 'breaks', newClients: 'breaks' } : code;
  }

  /** Whether `xsi:type` can name the type in messages of the directions: it is derived from the type of an element. */
  #standsIn(side: Side, type: TypeDefinition, directions: Iterable<Direction>): boolean {
    return [...directions].some((way) => basesOf(side, type).some((base) => side.uses.atElement(way, base.key)));
  }

  #typeRemoved(type: TypeDefinition): void {
    const { old } = this.#comparison;
    const places = { old: positionKey('type', type.key) };
    const operations = old.uses.operations(type.key);
    const finding: ContractDifference = { code: 'type-removed', message: 'it was removed', shifts: [] };
    this.#add(typeSubject(type), finding, { callers: 'breaks', implementers: 'breaks' }, operations, places);
    const base = this.#derivedShift(old, this.#comparison.now, type, 'narrower');
    if (base) {
      this.#add(typeSubject(type), { code: 'derived-type-removed', ...base }, base.effects, operations, places);
    }
  }

  #typeAdded(type: TypeDefinition): void {
    const { old, now } = this.#comparison;
    const places = { new: positionKey('type', type.key) };
    const operations = now.uses.operations(type.key);
    const base = this.#derivedShift(now, old, type, 'wider');
    const finding: ContractDifference = base
      ? { code: 'derived-type-added', ...base }
      : { code: 'type-added', message: 'it was added', shifts: [] };
    this.#add(typeSubject(type), finding, base?.effects ?? {}, operations, places);
  }

  /** A type that one of the contracts has and that stands in for a type of both. */
  #derivedShift(
    side: Side,
    otherSide: Side,
    type: TypeDefinition,
    relation: Relation,
  ): (Omit<ContractDifference, 'code'> & { readonly effects: Effects }) | undefined {
    if (type.kind !== 'complexType' || type.abstract) {
      return undefined;
    }
    const bases = basesOf(side, type).filter(({ key }) => otherSide.index.types.has(key));
    const directions = bothWays.filter((way) =>
      bases.some(({ key }) => side.uses.atElement(way, key) && otherSide.uses.atElement(way, key)),
    );
    const [base] = bases;
    if (!base || directions.length === 0) {
      return undefined;
    }
    const message = `it ${relation === 'wider' ? 'may now' : 'may no longer'} stand in for ${typeText(base.key)} by xsi:type`;
    const shifts = [{ wire: relation, code: relation }];
    return { message, shifts, effects: effectsOfAll(shifts, new Set(directions)) };
  }

  elements(): void {
    const { old, now } = this.#comparison;
    for (const element of old.contract.elements) {
      const current = now.index.elements.get(element.name);
      if (current) {
        this.#element(element, current);
      } else {
        this.#elementGone(old, element, 'global-element-removed', 'substitution-removed', 'narrower');
      }
    }
    for (const element of now.contract.elements) {
      if (!old.index.elements.has(element.name)) {
        this.#elementGone(now, element, 'global-element-added', 'substitution-added', 'wider');
      }
    }
  }

  #element(old: ElementDeclaration, now: ElementDeclaration): void {
    const { old: before, now: after } = this.#comparison;
    const subject = `element ${localOf(now.name)}`;
    const directions = new Set(
      bothWays.filter((way) => before.uses.element(way, old.name) && after.uses.element(way, now.name)),
    );
    const places = { old: positionKey('element', old.name), new: positionKey('element', now.name) };
    const findings = [...compareDeclarations('it', old, now, this.#comparison)];
    if (old.abstract !== now.abstract) {
      const relation: Relation = now.abstract ? 'narrower' : 'wider';
      const message = now.abstract ? 'it is abstract: only members of its group may occur' : 'it is no longer abstract';
      findings.push({ code: 'element-abstract-changed', message, shifts: [{ wire: relation, code: relation }] });
    }
    const heads = (element: ElementDeclaration): string => headsOf(element).join(' ');
    if (heads(old) !== heads(now)) {
      const added = headsOf(now).length > headsOf(old).length;
      const relation: Relation = headsOf(old).length === headsOf(now).length ? 'other' : added ? 'wider' : 'narrower';
      const message = `it may replace ${headsOf(now).map(localOf).join(', ') || 'no element'}, before ${headsOf(old).map(localOf).join(', ') || 'none'}`;
      const code = added ? 'substitution-added' : 'substitution-removed';
      findings.push({ code, message, shifts: [{ wire: relation, code: relation }] });
    }
    for (const finding of findings) {
      this.#add(subject, finding, effectsOfAll(finding.shifts, directions), after.uses.operations(now.name), places);
    }
    this.#documentation(subject, old, now, () => after.uses.operations(now.name), places);
  }

  /** An element that only one of the contracts has. ContentMembers of a group may be in messages that have its head. */
  #elementGone(
    side: Side,
    element: ElementDeclaration,
    code: 'global-element-added' | 'global-element-removed',
    memberCode: 'substitution-added' | 'substitution-removed',
    relation: Relation,
  ): void {
    const { old, now } = this.#comparison;
    const key = positionKey('element', element.name);
    const places: Places = relation === 'wider' ? { new: key } : { old: key };
    const heads = headsOf(element).filter((head) => old.index.elements.has(head) && now.index.elements.has(head));
    const directions = bothWays.filter((way) =>
      heads.some((head) => old.uses.element(way, head) && now.uses.element(way, head)),
    );
    const subject = `element ${localOf(element.name)}`;
    const operations = side.uses.operations(element.name);
    if (directions.length > 0 && !element.abstract) {
      const verb = relation === 'wider' ? 'may replace' : 'may no longer replace';
      const message = `it ${verb} ${heads.map(localOf).join(', ')}`;
      const shifts = [{ wire: relation, code: relation }];
      this.#add(
        subject,
        { code: memberCode, message, shifts },
        effectsOfAll(shifts, new Set(directions)),
        operations,
        places,
      );
      return;
    }
    const isMessage = bothWays.some((way) => side.uses.element(way, element.name));
    if (!isMessage) {
      const message = relation === 'wider' ? 'it was added' : 'it was removed';
      this.#add(subject, { code, message, shifts: [] }, {}, operations, places);
    }
  }

  // -------------------------------------------------------------------------------------------------------------
  // Names and documentation

  names(): void {
    for (const { subject, message } of compareNames(this.#comparison, this.#options.names)) {
      const effects: Effects = { callers: 'breaks', implementers: 'breaks' };
      this.#add(subject, { code: 'typescript-name-changed', message, shifts: [] }, effects, [], {});
    }
  }

  #documentation(
    subject: string,
    old: object,
    now: object,
    operations: readonly string[] | (() => readonly string[]),
    places: Places,
  ): void {
    if (documentationText(old) !== documentationText(now)) {
      const finding: ContractDifference = {
        code: 'documentation-changed',
        message: 'its documentation changed',
        shifts: [],
      };
      this.#add(subject, finding, {}, typeof operations === 'function' ? operations() : operations, places);
    }
  }
}

const bothWays: readonly Direction[] = ['in', 'out'];

function typeSubject(type: TypeDefinition): string {
  return type.name === undefined ? typeText(type.key).replace(/^the /, '') : `type ${typeText(type.key)}`;
}

/** The complex types that a type is derived from, the nearest first. */
function basesOf({ index }: Side, type: TypeDefinition): readonly ComplexTypeDefinition[] {
  const found: ComplexTypeDefinition[] = [];
  for (let base = type.base; base !== undefined && found.length <= index.types.size; ) {
    const definition = index.types.get(base);
    if (definition?.kind !== 'complexType') {
      break;
    }
    found.push(definition);
    base = definition.base;
  }
  return found;
}

/** The documentation of a thing and of all that is declared inside of it, but not of operations, which are compared for themselves. */
function documentationText(thing: object): string {
  const texts: string[] = [];
  JSON.stringify(thing, (property, value: unknown) => {
    if (property === 'documentation') {
      texts.push(String(value));
    }
    return property === 'operations' ? undefined : value;
  });
  return texts.join('\n\n');
}

interface Pairs<T> {
  readonly kept: readonly (readonly [T, T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Things by their names; of those left over, the ones that are the same but for their name, if that is unambiguous. */
function pair<T>(
  old: readonly T[],
  now: readonly T[],
  nameOf: (thing: T) => string,
  isSame: (a: T, b: T) => boolean,
): Pairs<T> {
  const after = new Map(now.map((each) => [nameOf(each), each]));
  const before = new Set(old.map(nameOf));
  const kept: (readonly [T, T])[] = [];
  const left: T[] = [];
  for (const each of old) {
    const same = after.get(nameOf(each));
    if (same) {
      kept.push([each, same]);
    } else {
      left.push(each);
    }
  }
  const fresh = now.filter((each) => !before.has(nameOf(each)));
  const removed: T[] = [];
  const used = new Set<T>();
  for (const each of left) {
    const matches = fresh.filter((other) => !used.has(other) && isSame(each, other));
    const [match] = matches;
    if (match && matches.length === 1) {
      used.add(match);
      kept.push([each, match]);
    } else {
      removed.push(each);
    }
  }
  return { kept, removed, added: fresh.filter((each) => !used.has(each)) };
}

/** Services with the same operations under another name. */
function isSameService(a: Service, b: Service): boolean {
  const names = (service: Service): ReadonlySet<string> => new Set(service.operations.map(({ name }) => name));
  const [ours, theirs] = [names(a), names(b)];
  const common = [...ours].filter((name) => theirs.has(name)).length;
  return common > 0 && common * 2 >= Math.max(ours.size, theirs.size);
}

/** Names that a person would take for two versions of one: most of their letters are the same, in the same order. */
function isSimilar(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  let start = 0;
  while (start < Math.min(x.length, y.length) && x[start] === y[start]) {
    start++;
  }
  let end = 0;
  while (end < Math.min(x.length, y.length) - start && x.at(-1 - end) === y.at(-1 - end)) {
    end++;
  }
  return (start + end) * 2 >= Math.max(x.length, y.length);
}
