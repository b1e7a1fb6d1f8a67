import type { ElementPlan } from './plan.js';
import { recordMaker } from './record-maker.js';
import { ExpressionMaker, startOf, type TagNames } from './scan-expressions.js';
import type { ItemsStep, ScanAlternative, ScanProgram, ScanStep } from './scan-nodes.js';
import {
  type InlinePart,
  type ItemsPart,
  isEmptiable,
  maxParts,
  type ScanShape,
  type ShapeFinder,
  type ShapePart,
} from './scan-shapes.js';

/** Makes the programs of elements, each once: elements may contain themselves. */
export class ProgramMaker {
  readonly #finder: ShapeFinder;
  readonly #names: TagNames;
  readonly #programs = new Map<ElementPlan, ScanProgram>();

  constructor(finder: ShapeFinder, names: TagNames) {
    this.#finder = finder;
    this.#names = names;
  }

  /** The step for elements that are found one by one. */
  items({ list, min, max, elements }: ItemsPart): ItemsStep {
    const alternatives = elements.flatMap(({ element, key, property }): ScanAlternative[] => {
      const shape = this.#finder.shapeOf(element);
      const start = shape && startOf(shape, this.#names);
      if (start === undefined) {
        return [];
      }
      const { length } = start;
      const lastOfStart = start.charCodeAt(length - 1);
      return [{ startLength: length, lastOfStart, key, property, program: this.#program(shape as ScanShape) }];
    });
    return { kind: 'items', list, min, max, alternatives, last: 0 };
  }

  #program(shape: ScanShape): ScanProgram {
    const { element, plan, named } = shape;
    const known = this.#programs.get(element);
    if (known !== undefined) {
      return known;
    }
    const steps: ScanStep[] = [];
    const program: ScanProgram = {
      steps,
      text: undefined,
      maker: recordMaker(),
      typeName: named?.typeName,
      unwrap: plan?.unwrap,
      weight: plan?.weight ?? 0,
      listsLate: plan?.mode === 'groups',
    };
    const made = plan === undefined ? this.#simpleProgram(shape, program) : program;
    this.#programs.set(element, made);
    if (plan !== undefined) {
      steps.push(...this.#stepsOf(shape));
    }
    return made;
  }

  #simpleProgram(shape: ScanShape, program: ScanProgram): ScanProgram {
    const step = new ExpressionMaker(this.#names).textOf(shape);
    return { ...program, steps: [step], text: step.parts[0] };
  }

  #stepsOf(shape: ScanShape): readonly ScanStep[] {
    if (shape.type !== undefined || shape.content.length === 0) {
      return [new ExpressionMaker(this.#names).textOf(shape)];
    }
    const pieces = piecesOf(shape.content);
    return pieces.map((piece, i) => {
      if ('kind' in piece) {
        return this.items(piece);
      }
      const isRestEmptiable = pieces.slice(i + 1).every((each) => ('kind' in each ? [each] : each).every(isEmptiable));
      const stretch = { isFirst: i === 0, isLast: i === pieces.length - 1, isRestEmptiable };
      return new ExpressionMaker(this.#names).stretch(shape, piece, stretch);
    });
  }
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
