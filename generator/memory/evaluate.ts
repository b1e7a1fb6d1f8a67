import type { ModuleReference, ValueExpression } from '../typescript/expressions/expression.js';

/** The names that expressions refer to. */
export interface EvaluationScope {
  /** The value that a module exports. Throws if there is none. */
  readonly imported: (from: ModuleReference, name: string) => unknown;
}

/**
 * The value that an expression would have in a generated module: the second back end for what `emit/print-value.ts` prints,
 * so that descriptors in memory and in files come from the same expressions. A thunk's body is evaluated when it is first
 * called, and once.
 */
export function evaluate(expression: ValueExpression, scope: EvaluationScope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'namespace':
      return expression.uri;
    case 'local':
      throw new TypeError(`"${expression.name}" is a name of a printed module; it has no value in memory`);
    case 'import':
      return scope.imported(expression.from, expression.name);
    case 'thunk':
      return once(() => evaluate(expression.body, scope));
    case 'call': {
      const callee = evaluate(expression.callee, scope) as (...values: readonly unknown[]) => unknown;
      return callee(...expression.arguments.map((argument) => evaluate(argument, scope)));
    }
    case 'array':
      return expression.items.map((item) => evaluate(item, scope));
    case 'object': {
      const value: Record<string, unknown> = {};
      for (const { name, value: property } of expression.properties) {
        define(value, name, evaluate(property, scope));
      }
      return value;
    }
  }
}

/** Sets a property under any name, `__proto__` among them. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
