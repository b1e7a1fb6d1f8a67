import type { ModuleReference, TypeExpression } from '../../typescript/expressions/expression.js';
import { camelCase, toIdentifier } from '../../typescript/names/identifiers.js';
import type { BoundService } from '../../typescript/services/bound-package.js';
import { ModuleScope } from '../module-scope.js';
import { printType } from '../print-type.js';
import type { SkeletonImport, SkeletonMethod, SkeletonService } from './service.js';

/** The module of a skeleton's types, and the interface that it implements. */
export interface SkeletonOptions {
  /** Module specifier of the generated package's index. */
  readonly importFrom: string;
  /** Names of the methods that the interface has had, as far as they are known. */
  readonly knownOperations: readonly string[];
}

/** The interface that the user implements for a bound service. */
export function skeletonService(
  bound: BoundService,
  { importFrom, knownOperations }: SkeletonOptions,
): SkeletonService {
  const { names, service } = bound;
  return {
    className: `${names.descriptor}Implementation`,
    interfaceName: names.server,
    factoryName: names.factory,
    importFrom,
    ...(service.documentation !== undefined && { documentation: service.documentation.split('\n') }),
    methods: bound.methods.map((method): SkeletonMethod => {
      const scope = new PackageScope();
      return {
        name: method.name,
        ...(!isNothing(method.input) && { inputType: printType(method.input, scope) }),
        resultType: printType(method.output, scope),
        documentation: method.documentation,
        typeImports: scope.used(),
      };
    }),
    knownOperations,
  };
}

function isNothing(type: TypeExpression): boolean {
  return type.kind === 'keyword' && (type.name === 'void' || type.name === 'undefined');
}

/** Names of a generated package as one sees them from outside: through its index. */
class PackageScope extends ModuleScope {
  readonly #needed = new Map<string, SkeletonImport>();

  constructor() {
    super('', []);
  }

  override type(from: ModuleReference, name: string): string {
    if (from.kind === 'package') {
      return this.#add(name, from.name);
    }
    const [folder, slug] = from.path.split('/');
    if (slug === undefined || folder !== 'types') {
      return this.#add(name);
    }
    return `${this.#add(toIdentifier(camelCase(slug)))}.${name}`;
  }

  used(): readonly SkeletonImport[] {
    return [...this.#needed.values()];
  }

  #add(name: string, from?: string): string {
    let as = name;
    for (let other = this.#needed.get(as); other !== undefined; other = this.#needed.get(as)) {
      if (other.name === name && other.from === from) {
        return as;
      }
      as += '$';
    }
    this.#needed.set(as, { name, ...(from !== undefined && { from }), ...(as !== name && { as }) });
    return as;
  }
}
