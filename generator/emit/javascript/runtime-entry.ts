const runtime = '@wsdl-codegen/runtime';

/** The exports of the entries `schema` and `documents` that the entry `generated` has, too. */
const makers: ReadonlySet<string> = new Set([
  'all',
  'alternative',
  'any',
  'attribute',
  'char',
  'choice',
  'complexType',
  'derivedTypes',
  'element',
  'elementRoot',
  'enumeration',
  'field',
  'guid',
  'inheritableAttribute',
  'list',
  'openEnumeration',
  'optional',
  'packedTexts',
  'patterns',
  'record',
  'repeated',
  'restrictedEnumeration',
  'restriction',
  'scalar',
  'sequence',
  'tree',
  'typeRoot',
  'union',
]);

const namedImport = /^import \{ ([^}\r\n\u2028\u2029]*) \} from "@wsdl-codegen\/runtime(\/schema|\/documents)?";$/gm;

/**
 * JavaScript that imports what it needs of the runtime from the entry that has no more than packages need: the whole of `schema` is a seventh of what Node reads when a package starts.
 * Sources name the entries that programs name.
 */
export function withRuntimeEntry(code: string): string {
  return code.replace(namedImport, (_, list: string, entry: string | undefined) => {
    const isThere = (item: string): boolean => entry === undefined || makers.has(item.split(' as ', 1)[0] ?? '');
    const names = list.split(', ');
    const parts = [
      [names.filter(isThere), `${runtime}/generated`],
      [names.filter((item) => !isThere(item)), `${runtime}${entry ?? ''}`],
    ] as const;
    return parts
      .flatMap(([items, from]) => (items.length === 0 ? [] : [`import { ${items.join(', ')} } from "${from}";`]))
      .join('\n');
  });
}
