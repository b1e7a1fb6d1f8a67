import type { TypeExpression, ValueExpression } from '../expressions/expression.js';
import { shortHash } from './identifiers.js';
import type { NamespaceModule } from './modules.js';

/** `export const name: type = value;` */
export interface ConstantDeclaration {
  readonly name: string;
  readonly type: TypeExpression;
  readonly value: ValueExpression;
}

/** A file with descriptors of a namespace. */
export interface SchemaPart {
  /** Below `src/`, without extension. */
  readonly path: string;
  readonly constants: readonly ConstantDeclaration[];
}

/**
 * Approximate maximum of descriptors in one file. For each name that is used, the type checker goes back through all
 * declarations above it, which takes quadratic time in a file of thousands.
 */
const maxConstants = 400;

/**
 * The files of a schema module: itself, or, for a namespace with very many descriptors, parts that it exports. The part of a
 * descriptor depends only on its name, so that a new one changes only one file.
 */
export function schemaParts(module: NamespaceModule, constants: readonly ConstantDeclaration[]): readonly SchemaPart[] {
  let count = 1;
  while (constants.length / count > maxConstants) {
    count *= 2;
  }
  if (count === 1) {
    return [{ path: module.schemaPath, constants }];
  }
  const parts = Array.from({ length: count }, (): ConstantDeclaration[] => []);
  for (const constant of constants) {
    parts[Number.parseInt(shortHash(constant.name), 16) % count]?.push(constant);
  }
  const width = (count - 1).toString(16).length;
  return parts.flatMap((own, i) =>
    own.length === 0
      ? []
      : [{ path: `${module.schemaPath}/part-${i.toString(16).padStart(width, '0')}`, constants: own }],
  );
}
