import type { ElementPlan } from '../../plan/plan.js';
import { ExpressionMaker } from './expressions.js';
import type { ScanScope } from './scope.js';
import {
  type InlinePart,
  type ItemsPart,
  isEmptiable,
  maxParts,
  type ScanShape,
  type ShapeFinder,
  type ShapePart,
} from './shapes.js';
import { type ItemsStep, recordMaker, type ScanAlternative, type ScanProgram, type ScanStep } from './steps.js';
import type { TagForm, TagForms } from './tags.js';

/** The most programs of one scan. */
const maxPrograms = 256;

/** Makes the programs of elements, each once for a scope: elements may contain themselves. */
export class ProgramMaker {
  readonly #finder: ShapeFinder;
  readonly #forms: TagForms;
  readonly #programs = new Map<ElementPlan, Map<string, ScanProgram>>();
  #count = 0;

  constructor(finder: ShapeFinder, forms: TagForms) {
    this.#finder = finder;
    this.#forms = forms;
  }

  /** The step for elements that are found one by one. */
  items({ list, min, max, elements }: ItemsPart, scope: ScanScope): ItemsStep {
    const alternatives = elements.flatMap(({ element, key, property }): ScanAlternative[] => {
      const shape = this.#finder.shapeOf(element);
      const form = shape && this.#forms.formOf(shape, scope);
      const program = form && this.#program(shape as ScanShape, form, scope);
      if (form === undefined || program === undefined) {
        return [];
      }
      const start = startOf(form);
      const { length } = start;
      return [{ startLength: length, lastOfStart: start.charCodeAt(length - 1), key, property, program }];
    });
    return { kind: 'items', list, min, max, alternatives, last: 0 };
  }

  /** Undefined if there are too many. */
  #program(shape: ScanShape, form: TagForm, scope: ScanScope): ScanProgram | undefined {
    const ofElement = this.#programs.get(shape.element) ?? new Map<string, ScanProgram>();
    const known = ofElement.get(scope.key);
    if (known !== undefined || ++this.#count > maxPrograms) {
      return known;
    }
    const steps: ScanStep[] = [];
    const made = this.#newProgram(shape, form, scope, steps);
    this.#programs.set(shape.element, ofElement.set(scope.key, made));
    if (shape.plan !== undefined) {
      steps.push(...this.#stepsOf(shape, form, scope));
    }
    return made;
  }

  #newProgram(shape: ScanShape, form: TagForm, scope: ScanScope, steps: readonly ScanStep[]): ScanProgram {
    const { plan, named } = shape;
    const nil = new ExpressionMaker(this.#forms, scope).nil(shape, form);
    const program: ScanProgram = {
      steps,
      text: undefined,
      nil,
      maker: recordMaker(),
      typeName: named?.typeName,
      unwrap: plan?.unwrap,
      weight: plan?.weight ?? 0,
      listsLate: plan?.mode === 'groups',
    };
    if (plan !== undefined) {
      return program;
    }
    const step = new ExpressionMaker(this.#forms, scope).textOf(shape, form);
    return { ...program, steps: [step], text: step.parts[0] };
  }

  #stepsOf(shape: ScanShape, form: TagForm, scope: ScanScope): readonly ScanStep[] {
    if (shape.type !== undefined || shape.content.length === 0) {
      return [new ExpressionMaker(this.#forms, scope).textOf(shape, form)];
    }
    const pieces = piecesOf(shape.content);
    return pieces.map((piece, i) => {
      if ('kind' in piece) {
        return this.items(piece, form.scope);
      }
      const isRestEmptiable = pieces.slice(i + 1).every((each) => ('kind' in each ? [each] : each).every(isEmptiable));
      const stretch = { isFirst: i === 0, isLast: i === pieces.length - 1, isRestEmptiable };
      return new ExpressionMaker(this.#forms, scope).stretch(shape, form, piece, stretch);
    });
  }
}

/** What all start tags of a form begin with. */
function startOf({ name, pieces }: TagForm): string {
  const [first] = pieces;
  return first?.kind === 'written' && first.isRequired ? `<${name}${first.text}` : `<${name}`;
}

type Piece = readonly InlinePart[] | ItemsPart;

/** Runs of parts that one expression finds, and what is between them; a run is first and last. */
function piecesOf(content: readonly ShapePart[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let run: InlinePart[] = [];
  let size = 0;
  const endRun = (): void => {
    pieces.push(run);
    run = [];
    size = 0;
  };
  for (const part of content) {
    if (part.kind === 'items') {
      endRun();
      pieces.push(part);
      continue;
    }
    if (size + part.size > maxParts) {
      endRun();
    }
    run.push(part);
    size += part.size;
  }
  endRun();
  return pieces;
}
