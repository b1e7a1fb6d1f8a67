import type { ComplexTypeDefinition, TypeDefinition, TypeKey } from '../../contract/model.js';
import { positionKey } from '../../contract/positions.js';
import { listed } from '../../diagnostics/listed.js';
import { bothEffects, codeBreaks, type Effects } from '../change.js';
import { type ContractDifference, isUnusedType, type Side, typeText } from '../context.js';
import { typeNameEffects } from '../names.js';
import { type OperationDifference, wireBreaks } from '../operation-difference.js';
import { bothWays, type Direction, effectsOfAll, type Relation } from '../relation.js';
import { typeSubject } from '../subjects.js';
import { compareTypes } from '../types.js';
import type { ChangeRecorder } from './recorder.js';

/** Finds the changes of types. */
export class TypeChanges {
  readonly #recorder: ChangeRecorder;

  constructor(recorder: ChangeRecorder) {
    this.#recorder = recorder;
  }

  /** Types that both contracts have, that are gone, and that are new. */
  types(): void {
    const { old, now, renamed } = this.#recorder.comparison;
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
    const { old: before, now: after } = this.#recorder.comparison;
    const subject = typeSubject(now);
    const directions = new Set(
      bothWays.filter((way) => before.uses.type(way, old.key) && after.uses.type(way, now.key)),
    );
    const facts = {
      old: positionKey('type', old.key),
      new: positionKey('type', now.key),
      isUnused: isUnusedType(old.key, this.#recorder.comparison),
    };
    const record = this.#recorder.of(subject, facts, () => after.uses.operations(now.key));
    if (old.name !== now.name && old.name !== undefined) {
      const finding: ContractDifference = {
        code: 'type-renamed',
        message: `it was called ${typeText(old.key) === typeText(now.key) ? old.key : typeText(old.key)}`,
        formerly: typeSubject(old),
      };
      record.add(finding, this.#renameEffects(old, now, directions));
    }
    for (const found of compareTypes(old, now, this.#recorder.comparison)) {
      const finding = this.#withParameters(now.key, found);
      const effects = bothEffects(effectsOfAll(finding.shifts, directions), finding.effects ?? {});
      record.add(finding, effects);
    }
    const lost = this.#derivedShift(before, after, old, 'narrower', now);
    const gained = this.#derivedShift(after, before, now, 'wider', old);
    for (const each of [lost, gained].flatMap((found) => found ?? [])) {
      record.add(each, each.effects);
    }
    const isArray = this.#recorder.shapes.now.arrays.has(now.key);
    if (this.#recorder.shapes.old.arrays.has(old.key) !== isArray) {
      const message = `it is ${isArray ? 'an array' : 'an object'} in TypeScript, before ${isArray ? 'an object' : 'an array'}`;
      const effects = effectsOfAll([{ wire: 'same', code: 'other' }], directions);
      record.add({ code: 'typescript-shape-changed', message }, effects);
    }
    record.documentation(old, now);
  }

  /** An element of a request with a new name, and the parameters over HTTP that have it, too: they are always told apart by it. */
  #withParameters(type: TypeKey, finding: ContractDifference): ContractDifference {
    const { renamed } = finding;
    const kinds = this.#recorder.renamedParameters.flatMap((each) =>
      each.type === type && each.from === renamed?.from && each.to === renamed.to ? each.kinds : [],
    );
    if (kinds.length === 0) {
      return finding;
    }
    const message = `${finding.message}, as ${kinds.length === 1 ? 'is the parameter' : 'are the parameters'} of ${listed([...new Set(kinds)])}`;
    return { ...finding, message, effects: wireBreaks };
  }

  /** Code names the type; on the wire only `xsi:type` does. */
  #renameEffects(type: TypeDefinition, now: TypeDefinition, directions: ReadonlySet<Direction>): Effects {
    const { comparison, shapes } = this.#recorder;
    const names = typeNameEffects(shapes.old.context, type.key, shapes.now.context, now.key);
    return this.#standsIn(comparison.old, type, directions) ? { ...names, ...wireBreaks } : names;
  }

  /** Whether `xsi:type` can name the type in messages of the directions: it is derived from the type of an element. */
  #standsIn(side: Side, type: TypeDefinition, directions: Iterable<Direction>): boolean {
    return [...directions].some((way) => basesOf(side, type).some((base) => side.uses.atElement(way, base.key)));
  }

  #typeRemoved(type: TypeDefinition): void {
    const { old } = this.#recorder.comparison;
    const facts = { old: positionKey('type', type.key), isUnused: !old.uses.hasType(type.key) };
    const record = this.#recorder.of(typeSubject(type), facts, () => old.uses.operations(type.key));
    record.add({ code: 'type-removed', message: 'it was removed' }, codeBreaks);
    const base = this.#derivedShift(old, this.#recorder.comparison.now, type, 'narrower');
    if (base) {
      record.add(base, base.effects);
    }
  }

  #typeAdded(type: TypeDefinition): void {
    const { old, now } = this.#recorder.comparison;
    const facts = { new: positionKey('type', type.key), isUnused: !now.uses.hasType(type.key) };
    const record = this.#recorder.of(typeSubject(type), facts, () => now.uses.operations(type.key));
    const base = this.#derivedShift(now, old, type, 'wider');
    if (base) {
      record.add(base, base.effects);
    } else {
      record.add({ code: 'type-added', message: 'it was added' });
    }
  }

  /** A type that stands in for a type of both contracts in one of them alone; `other` is what it is in the other one, if that has it. */
  #derivedShift(
    side: Side,
    otherSide: Side,
    type: TypeDefinition,
    relation: Relation,
    other?: TypeDefinition,
  ): OperationDifference | undefined {
    if (type.kind !== 'complexType' || type.abstract) {
      return undefined;
    }
    const kept = new Set(other && basesOf(otherSide, other).map(({ key }) => key));
    const bases = basesOf(side, type).filter(({ key }) => otherSide.index.types.has(key) && !kept.has(key));
    const directions = bothWays.filter((way) =>
      bases.some(({ key }) => side.uses.atElement(way, key) && otherSide.uses.atElement(way, key)),
    );
    const [base] = bases;
    if (!base || directions.length === 0) {
      return undefined;
    }
    const message = `it ${relation === 'wider' ? 'may now' : 'may no longer'} stand in for ${typeText(base.key)} by xsi:type`;
    const shifts = [{ wire: relation, code: relation }];
    const code = relation === 'wider' ? 'derived-type-added' : 'derived-type-removed';
    return { code, message, effects: effectsOfAll(shifts, new Set(directions)) };
  }
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
