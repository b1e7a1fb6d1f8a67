import { append } from '../../diagnostics/append.js';
import { type MemberExpression, runtimeType, type TypeExpression, union } from './expression.js';

/**
 * The properties of an object: plain members, and for each choice the alternatives, of which exactly one applies. The type is
 * the intersection of them all.
 */
export interface Shape {
  readonly members: readonly MemberExpression[];
  readonly choices: readonly ChoiceShape[];
}

/** The branches of a choice. */
export interface ChoiceShape {
  readonly branches: readonly Shape[];
}

/**
 * TypeScript multiplies out intersections of unions, so one type holds at most this many combinations of branches; further
 * choices become optional properties, which is wider but still true.
 */
export const maxCombinations = 512;

/** A shape without properties. */
export const empty: Shape = { members: [], choices: [] };

/** The additions of a complex type to the type that it extends, and their meaning for the whole. */
export interface OwnShape {
  readonly shape: Shape;
  /** How many combinations of branches values of the type have, those of its bases included. */
  readonly combinations: number;
  /** True if the type can be an interface: neither it nor the type that it extends has a choice. */
  readonly isInterface: boolean;
}

/** The properties of all. */
export function merge(shapes: readonly Shape[]): Shape {
  return { members: shapes.flatMap((s) => s.members), choices: shapes.flatMap((s) => s.choices) };
}

/** The shape with the alternative that none of its properties is present. */
export function optionalShape(shape: Shape): Shape {
  if (canBeEmpty(shape)) {
    return shape;
  }
  const [choice, ...others] = shape.choices;
  if (choice && others.length === 0 && shape.members.length === 0) {
    return { members: [], choices: [{ branches: [...choice.branches, empty] }] };
  }
  return { members: [], choices: [{ branches: [shape, empty] }] };
}

/** True if `{}` is a value of the shape. */
function canBeEmpty(shape: Shape): boolean {
  return shape.members.every((m) => m.optional) && shape.choices.every((choice) => choice.branches.some(canBeEmpty));
}

/** How many combinations of branches a shape has. */
export function combinations(shape: Shape): number {
  return shape.choices.reduce(
    (product, choice) => product * choice.branches.reduce((sum, branch) => sum + combinations(branch), 0),
    1,
  );
}

/** Turns the choices that are too many into optional properties. */
export function limit(shape: Shape, allowed: number): Shape {
  let product = 1;
  const members = [...shape.members];
  const choices: ChoiceShape[] = [];
  for (const choice of shape.choices) {
    const count = choice.branches.reduce((sum, branch) => sum + combinations(branch), 0);
    if (product * count <= allowed) {
      product *= count;
      choices.push(choice);
    } else {
      append(members, optionalMembers(choice));
    }
  }
  return { members, choices };
}

function optionalMembers(choice: ChoiceShape): readonly MemberExpression[] {
  const byName = new Map<string, MemberExpression>();
  const add = (shape: Shape): void => {
    for (const m of shape.members) {
      const known = byName.get(m.name);
      byName.set(m.name, { ...m, optional: true, type: known ? union([known.type, m.type]) : m.type });
    }
    for (const inner of shape.choices) {
      inner.branches.forEach(add);
    }
  };
  choice.branches.forEach(add);
  return [...byName.values()];
}

/** The type of an object of the shape. */
export function shapeType(shape: Shape): TypeExpression {
  const parts = shapeParts(shape);
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'intersection', members: parts };
}

/** The members as an object type, when there are any, and one `Choice<…>` for each choice. */
export function shapeParts(shape: Shape): readonly TypeExpression[] {
  const choices = shape.choices.map(choiceType);
  const object: TypeExpression = { kind: 'object', members: shape.members };
  return shape.members.length > 0 || choices.length === 0 ? [object, ...choices] : choices;
}

function choiceType(choice: ChoiceShape): TypeExpression {
  return runtimeType('Choice', union(choice.branches.flatMap(branchTypes)));
}

/** A branch that is a choice itself is replaced by its branches. */
function branchTypes(branch: Shape): readonly TypeExpression[] {
  const [inner, ...others] = branch.choices;
  return inner && others.length === 0 && branch.members.length === 0
    ? inner.branches.flatMap(branchTypes)
    : [shapeType(branch)];
}
