import { given } from '../../config/given.js';
import { type ContractPositions, type MemberName, memberKey } from '../../contract/positions.js';
import type { Span } from '../../diagnostics/diagnostic.js';
import { leastLevel } from '../catalogue.js';
import { type Audience, type ContractChange, documentEffects, type Effects } from '../change.js';
import type { Comparison, ContractDifference } from '../context.js';
import { documentationChange } from '../documentation.js';
import { type ChangeLevel, heavier } from '../level.js';
import { type NameOptions, type Shapes, shapesOf } from '../names.js';
import type { RenamedParameter } from '../parameters.js';
import { audiencesOfDocuments, verdictAudiences } from '../verdict.js';

/** What is compared besides the contracts themselves. */
export interface DiffOptions {
  /** Where things are declared in the old documents, so that changes have places. */
  readonly oldPositions?: ContractPositions;
  readonly newPositions?: ContractPositions;
  /** How contracts are bound to TypeScript: by it, names that change there are found. */
  readonly names?: NameOptions;
  /** The audiences whose breaks make a change major; by default callers' code and old clients on the wire; of schemas alone, readers and writers. */
  readonly audiences?: readonly Audience[];
  /** Count what breaks only readers that refuse the undeclared, too. Default: they count as minor. */
  readonly strict?: boolean;
}

/** Whose breaks count. */
export type VerdictOptions = Pick<DiffOptions, 'audiences' | 'strict'>;

/** The level of a change by its effects, but not below the least of its kind. */
export function levelOf(
  effects: Effects,
  least: Exclude<ChangeLevel, 'none'>,
  { audiences = verdictAudiences, strict = false }: VerdictOptions,
): Exclude<ChangeLevel, 'none'> {
  const isMajor = audiences.some(
    (audience) => effects[audience] === 'breaks' || (strict && effects[audience] === 'strict'),
  );
  const isMinor = Object.keys(effects).length > 0;
  return heavier(least, isMajor ? 'major' : isMinor ? 'minor' : 'none') as Exclude<ChangeLevel, 'none'>;
}

/** The place of a thing in the old and in the new documents, as keys of positions, and whether messages contain it. */
export interface SubjectFacts {
  readonly old?: string;
  readonly new?: string;
  /** True for a type or an element that no message contains. */
  readonly isUnused?: boolean | undefined;
}

/** The place of a member, else that of its type or operation. */
function placeOf(
  positions: ContractPositions | undefined,
  key: string | undefined,
  member: MemberName | undefined,
): Span | undefined {
  const own = key === undefined || member === undefined ? undefined : positions?.get(memberKey(key, member));
  return own ?? (key === undefined ? undefined : positions?.get(key));
}

/** Records the changes of one thing. */
export interface SubjectRecorder {
  /** A difference, with its effects if it has some. */
  readonly add: (difference: ContractDifference, effects?: Effects) => void;
  /** That the documentation of the thing, or of what is declared inside of it, changed, if it did. */
  readonly documentation: (old: object, now: object) => void;
}

/** Collects the changes of a comparison, with their effects, levels and places. */
export class ChangeRecorder {
  readonly changes: ContractChange[] = [];
  readonly comparison: Comparison;
  /** Types and results that are another shape in TypeScript than in XML. */
  readonly shapes: { readonly old: Shapes; readonly now: Shapes };
  readonly options: DiffOptions;
  /** Parameters over HTTP that have new names as the elements of requests have. */
  readonly renamedParameters: RenamedParameter[] = [];
  readonly #verdict: VerdictOptions;

  constructor(comparison: Comparison, options: DiffOptions) {
    this.comparison = comparison;
    this.options = options;
    const { old, now, ofDocuments } = comparison;
    this.#verdict = ofDocuments ? { ...options, audiences: audiencesOfDocuments(options.audiences) } : options;
    this.shapes = { old: shapesOf(old.contract, options.names), now: shapesOf(now.contract, options.names) };
  }

  /** What records the changes of one thing. `operations`, whose messages can contain it, are asked for only if there is a change. */
  of(subject: string, facts: SubjectFacts, operations: () => readonly string[] = () => []): SubjectRecorder {
    const add = (difference: ContractDifference, found: Effects = {}): void => {
      const effects = this.comparison.ofDocuments ? documentEffects(found) : found;
      const { code, message, formerly } = difference;
      const { oldPositions, newPositions } = this.options;
      const old = placeOf(oldPositions, facts.old, difference.members?.old);
      const now = placeOf(newPositions, facts.new, difference.members?.new);
      this.changes.push({
        code,
        subject,
        ...given({ formerly }),
        message,
        effects,
        level: facts.isUnused ? 'unused' : levelOf(effects, leastLevel(code), this.#verdict),
        operations: operations(),
        ...given({ old, new: now }),
      });
    };
    return {
      add,
      documentation: (before, after) => {
        const message = documentationChange(before, after);
        if (message !== undefined) {
          add({ code: 'documentation-changed', message });
        }
      },
    };
  }
}
