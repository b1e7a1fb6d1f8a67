import { fileModule, type MemberExpression, type TypeExpression } from '../expressions/expression.js';
import { toIdentifier } from '../names/identifiers.js';
import type { ServiceNames } from '../names/service-names.js';
import type { TypeDeclaration } from '../types/declarations.js';
import type { BoundMethod } from './bound-package.js';

/** Methods whose declared headers have types with names, and the declarations of these. */
interface NamedHeaders {
  readonly methods: readonly BoundMethod[];
  readonly types: readonly TypeDeclaration[];
}

/** How a type of headers can be called, the shortest first: the last one names every header. */
const namings: readonly ((names: readonly string[]) => string)[] = [
  (names) => (names.length < 3 ? names.join('$') : `${names[0]}$and$${names.length - 1}`),
  (names) => names.join('$'),
];

/**
 * Gives the declared SOAP headers of methods a type each, which methods with the same headers share. The type is named for the
 * headers, and for its method where others have headers of these names, but of other types.
 */
export function namedHeaders(methods: readonly BoundMethod[], names: ServiceNames): NamedHeaders {
  const sets = methods.flatMap(({ inputHeaders, outputHeaders }) => [inputHeaders ?? [], outputHeaders ?? []].flat());
  const contents = new Map<string, Set<string>>();
  for (const set of sets) {
    for (const name of new Set(namesOf(set))) {
      contents.set(name, (contents.get(name) ?? new Set()).add(JSON.stringify(set)));
    }
  }
  const types = new Map<string, TypeDeclaration>();
  const typeOf = (set: TypeExpression | undefined, method: string, direction: string): TypeExpression | undefined => {
    if (set === undefined) {
      return undefined;
    }
    const shared = namesOf(set).find((each) => contents.get(each)?.size === 1) ?? `${method}$${direction}`;
    const name = `${names.descriptor}$headers$${shared}`;
    // An alias: interfaces are not assignable to the records that the runtime takes.
    types.set(name, { kind: 'alias', name, documentation: [], type: set });
    return { kind: 'import', from: fileModule(`${names.file}.service`), name, arguments: [] };
  };
  const named = methods.map((method) => {
    const inputHeadersType = typeOf(method.inputHeaders, method.name, 'input');
    const outputHeadersType = typeOf(method.outputHeaders, method.name, 'output');
    return {
      ...method,
      ...(inputHeadersType && { inputHeadersType }),
      ...(outputHeadersType && { outputHeadersType }),
    };
  });
  return { methods: named, types: [...types.values()] };
}

function membersOf(set: TypeExpression): readonly MemberExpression[] {
  return set.kind === 'object' ? set.members : [];
}

function namesOf(set: TypeExpression): readonly string[] {
  const headers = membersOf(set).map(({ name }) => toIdentifier(name));
  return namings.map((naming) => naming(headers));
}
