import type { ElementDeclaration } from '../../contract/model.js';
import { positionKey } from '../../contract/positions.js';
import { headsOf } from '../../contract/queries.js';
import { codeBreaks } from '../change.js';
import { localOf, type Side } from '../context.js';
import { compareDeclarations } from '../elements.js';
import { bothWays, effectsOfAll, narrowed, type Relation, widened } from '../relation.js';
import type { ChangeRecorder, SubjectFacts, SubjectRecorder } from './recorder.js';

/** Finds the changes of global elements and their substitution groups. */
export class ElementChanges {
  readonly #recorder: ChangeRecorder;

  constructor(recorder: ChangeRecorder) {
    this.#recorder = recorder;
  }

  /** Elements that both contracts have, that are gone, and that are new. */
  elements(): void {
    const { old, now, ofDocuments } = this.#recorder.comparison;
    if (ofDocuments) {
      this.#roots(rootsOf(old), rootsOf(now));
    }
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

  /** Elements that documents can no longer have as their root, and those that they may have now. */
  #roots(old: ReadonlySet<string>, now: ReadonlySet<string>): void {
    const record = (name: string, side: 'old' | 'new'): SubjectRecorder =>
      this.#recorder.of(`element ${localOf(name)}`, { [side]: positionKey('element', name) });
    for (const name of [...old].filter((each) => !now.has(each))) {
      const message = 'documents can no longer have it as their root';
      record(name, 'old').add({ code: 'global-element-removed', message }, codeBreaks);
    }
    for (const name of [...now].filter((each) => !old.has(each))) {
      const message = 'documents may have it as their root';
      record(name, 'new').add({ code: 'global-element-added', message }, { newClients: 'strict' });
    }
  }

  #element(old: ElementDeclaration, now: ElementDeclaration): void {
    const { old: before, now: after } = this.#recorder.comparison;
    const subject = `element ${localOf(now.name)}`;
    const directions = new Set(
      bothWays.filter((way) => before.uses.element(way, old.name) && after.uses.element(way, now.name)),
    );
    const facts = {
      old: positionKey('element', old.name),
      new: positionKey('element', now.name),
      isUnused: !before.uses.hasElement(old.name) && !after.uses.hasElement(now.name),
    };
    const findings = [...compareDeclarations('it', old, now, this.#recorder.comparison)];
    if (old.abstract !== now.abstract) {
      const message = now.abstract ? 'it is abstract: only members of its group may occur' : 'it is no longer abstract';
      findings.push({ code: 'element-abstract-changed', message, shifts: [now.abstract ? narrowed : widened] });
    }
    const heads = (element: ElementDeclaration): string => headsOf(element).join(' ');
    if (heads(old) !== heads(now)) {
      const added = headsOf(now).length > headsOf(old).length;
      const relation: Relation = headsOf(old).length === headsOf(now).length ? 'other' : added ? 'wider' : 'narrower';
      const message = `it may replace ${headsOf(now).map(localOf).join(', ') || 'no element'}, before ${headsOf(old).map(localOf).join(', ') || 'none'}`;
      const code = added ? 'substitution-added' : 'substitution-removed';
      findings.push({ code, message, shifts: [{ wire: relation, code: relation }] });
    }
    const record = this.#recorder.of(subject, facts, () => after.uses.operations(now.name));
    for (const finding of findings) {
      record.add(finding, effectsOfAll(finding.shifts, directions));
    }
    record.documentation(old, now);
  }

  /** An element that only one of the contracts has. ContentMembers of a group may be in messages that have its head. */
  #elementGone(
    side: Side,
    element: ElementDeclaration,
    code: 'global-element-added' | 'global-element-removed',
    memberCode: 'substitution-added' | 'substitution-removed',
    relation: Relation,
  ): void {
    const { old, now } = this.#recorder.comparison;
    const key = positionKey('element', element.name);
    const isUnused = !side.uses.hasElement(element.name);
    const facts: SubjectFacts = relation === 'wider' ? { new: key, isUnused } : { old: key, isUnused };
    const heads = headsOf(element).filter((head) => old.index.elements.has(head) && now.index.elements.has(head));
    const directions = bothWays.filter((way) =>
      heads.some((head) => old.uses.element(way, head) && now.uses.element(way, head)),
    );
    const record = this.#recorder.of(`element ${localOf(element.name)}`, facts, () =>
      side.uses.operations(element.name),
    );
    if (directions.length > 0 && !element.abstract) {
      const verb = relation === 'wider' ? 'may replace' : 'may no longer replace';
      const message = `it ${verb} ${heads.map(localOf).join(', ')}`;
      const shifts = [{ wire: relation, code: relation }];
      record.add({ code: memberCode, message }, effectsOfAll(shifts, new Set(directions)));
      return;
    }
    // With the message, an element comes and goes without a word of its own.
    if (isUnused && !this.#recorder.comparison.ofDocuments) {
      const message = relation === 'wider' ? 'it was added' : 'it was removed';
      record.add({ code, message });
    }
  }
}

/** The elements that documents can have as their root. */
function rootsOf({ contract: { elements, roots } }: Side): ReadonlySet<string> {
  const wanted = roots && new Set(roots.elements);
  return new Set(
    elements.filter(({ name, abstract }) => !abstract && wanted?.has(name) !== false).map(({ name }) => name),
  );
}
