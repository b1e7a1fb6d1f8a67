import { posix } from 'node:path';
import { groupBy } from '../../contract/grouping.js';
import type { JoinableModule, ModuleImport } from './joinable-module.js';

/** Modules joined into one. Each becomes a block that fills an object with its exports, and the others take their imports from that object. */

type Modules = ReadonlyMap<string, JoinableModule>;

const index = 'index.js';

const runtime = '@wsdl-codegen/runtime';

/** The imports of a package from several entries of the runtime, as one. */
const generated = `${runtime}/generated`;

/** The exports of the entry `schema` that the entry `generated` has, too. */
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
  'enumeration',
  'field',
  'guid',
  'inheritableAttribute',
  'list',
  'openEnumeration',
  'optional',
  'patterns',
  'record',
  'repeated',
  'restrictedEnumeration',
  'restriction',
  'scalar',
  'sequence',
  'tree',
  'union',
]);

/**
 * The module at `index.js` with all the others in it, and at their paths modules that lead to it, for a folder beside `index.js`. Modules are evaluated in the order of ES
 * modules. Undefined if they cannot be joined: if names clash, if the index does not export what one of them has, or if one needs names of another before they are there.
 */
export function joinModules(modules: Modules): ReadonlyMap<string, string> | undefined {
  const order = orderOf(modules);
  const imports = importsOf(modules);
  const exported = exportsOf(modules);
  if (imports === undefined || exported === undefined || !isOrdered(modules, order)) {
    return undefined;
  }
  const others = order.filter((path) => path !== index);
  const objects = new Map(others.map((path, number) => [path, `$m${number}`] as const));
  const blocks = others.flatMap((path) => blockOf(modules, objects, path));
  const constants = [...objects.values()].map((name) => `const ${name} = {};`);
  const texts = new Map([[index, linesOf([...imports, ...constants, ...blocks, ...exportsText(exported, objects)])]]);
  for (const path of modules.keys()) {
    const text = path === index ? texts.get(path) : leading(path, modules, exported);
    if (text === undefined) {
      return undefined;
    }
    texts.set(path, text);
  }
  return texts;
}

/** The exports of the index: names and objects of modules, each with the module. */
interface IndexExports {
  readonly names: ReadonlyMap<string, string>;
  readonly namespaces: ReadonlyMap<string, string>;
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** The path of a module of the package; empty for other packages. */
function pathOf(from: string): string {
  return from.startsWith('./') ? from.slice(2) : '';
}

/** The modules that the index needs, each after those that it imports. */
function orderOf(modules: Modules): readonly string[] {
  const order = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const module = modules.get(path);
    if (module !== undefined && !seen.has(path)) {
      seen.add(path);
      for (const { from } of [...module.imports, ...module.reexports]) {
        visit(pathOf(from));
      }
      order.add(path);
    }
  };
  visit(index);
  return [...order];
}

/** True if each name that a module imports is there before, if only the index exports a part of others, and if the names of objects are free. */
function isOrdered(modules: Modules, order: readonly string[]): boolean {
  const places = new Map(order.map((path, place) => [path, place]));
  return order.every((path, place) => {
    const { imports = [], reexports = [], body = [] } = modules.get(path) ?? {};
    const isThere = ({ kind, from }: ModuleImport): boolean =>
      kind === 'namespace' || (places.get(pathOf(from)) ?? -1) < place;
    const isWhole = path === index || reexports.every(({ kind }) => kind === 'all');
    return isWhole && imports.every(isThere) && !body.some((line) => /\$[me]\d/.test(line));
  });
}

/** Imports of modules that are not joined, as statements; undefined if one name stands for two things. */
function importsOf(modules: Modules): readonly string[] | undefined {
  const origins = new Map<string, string>();
  for (const { imports } of modules.values()) {
    for (const item of imports.filter(({ from }) => !modules.has(pathOf(from)))) {
      for (const [name, from] of importedNames(item)) {
        const local = name.replace(/^.* as /, '');
        const origin = `${name} from ${JSON.stringify(from)}`;
        if ((origins.get(local) ?? origin) !== origin) {
          return undefined;
        }
        origins.set(local, origin);
      }
    }
  }
  return importStatements([...origins.values()]);
}

/** The names of an import, such as `a`, `a as b` or `* as b`, each with its module. */
function importedNames(item: ModuleImport): readonly (readonly [name: string, from: string])[] {
  const from = item.from.replace(/^\.\//, '../');
  if (item.kind === 'namespace') {
    return [
      from === `${runtime}/xs`
        ? [item.name === 'xs' ? 'xs' : `xs as ${item.name}`, generated]
        : [`* as ${item.name}`, from],
    ];
  }
  return item.names.map((name) => {
    const isThere = from === runtime || (from === `${runtime}/schema` && makers.has(name.split(' as ', 1)[0] ?? ''));
    return [name, isThere ? generated : from];
  });
}

function importStatements(origins: readonly string[]): readonly string[] {
  const isWhole = (origin: string): boolean => origin.startsWith('* as ');
  const named = groupBy(
    origins.filter((origin) => !isWhole(origin)),
    (origin) => origin.replace(/^.* from /, ''),
  );
  return [
    ...origins.filter(isWhole).map((origin) => `import ${origin};`),
    ...[...named].map(
      ([from, items]) => `import { ${items.map((item) => item.split(' from ', 1)[0]).join(', ')} } from ${from};`,
    ),
  ];
}

/** All names that a module exports, its own and those of others. */
function namesOf(modules: Modules, path: string): readonly string[] {
  const { names = [], reexports = [] } = modules.get(path) ?? {};
  return [
    ...names,
    ...reexports.flatMap((item) =>
      item.kind === 'all' ? namesOf(modules, pathOf(item.from)) : item.kind === 'names' ? item.names : [item.name],
    ),
  ];
}

/** Undefined if there is no index, or one that has statements of its own. */
function exportsOf(modules: Modules): IndexExports | undefined {
  const { imports = [], reexports = [], names: own = [], body = [''] } = modules.get(index) ?? {};
  const names = new Map<string, string>();
  const namespaces = new Map<string, string>();
  for (const item of reexports) {
    const path = pathOf(item.from);
    if (item.kind === 'namespace') {
      namespaces.set(item.name, path);
    } else {
      for (const name of item.kind === 'names' ? item.names : namesOf(modules, path)) {
        names.set(name, path);
      }
    }
  }
  return imports.length + own.length + body.length === 0 ? { names, namespaces } : undefined;
}

/** A module as a block. */
function blockOf(modules: Modules, objects: ReadonlyMap<string, string>, path: string): readonly string[] {
  const { imports = [], reexports = [], names = [], body = [] } = modules.get(path) ?? {};
  const constants = imports.flatMap((item) => {
    const object = objects.get(pathOf(item.from));
    const local =
      item.kind === 'namespace' ? item.name : `{ ${item.names.map((name) => name.replace(' as ', ': ')).join(', ')} }`;
    return object === undefined ? [] : [`const ${local} = ${object};`];
  });
  const object = objects.get(path);
  const own = names.length === 0 ? [] : [`Object.assign(${object}, { ${names.join(', ')} });`];
  const others = reexports.map(({ from }) => `Object.assign(${object}, ${objects.get(pathOf(from))});`);
  const statements = [...constants, ...body, ...own, ...others];
  return statements.length === 0 ? [] : [`// ${path}`, '{', ...statements, '}'];
}

/** The statements with which the joined module exports what the index does. Constants have names of their own, because those of imports may be the same. */
function exportsText({ names, namespaces }: IndexExports, objects: ReadonlyMap<string, string>): readonly string[] {
  const constants: string[] = [];
  const exported = [...namespaces].map(([name, path]) => `${objects.get(path)} as ${name}`);
  for (const [path, entries] of groupBy([...names], ([, module]) => module)) {
    const pairs = entries.map(([name], number) => [name, `$e${exported.length + number}`] as const);
    constants.push(`const { ${pairs.map(([name, local]) => `${name}: ${local}`).join(', ')} } = ${objects.get(path)};`);
    exported.push(...pairs.map(([name, local]) => `${local} as ${name}`));
  }
  return [...constants, `export { ${exported.join(', ')} };`];
}

/** A module that exports what another of this path has, from the index; undefined if the index does not have it. */
function leading(path: string, modules: Modules, exported: IndexExports): string | undefined {
  const names = namesOf(modules, path);
  const from = JSON.stringify(relativePath(path, index));
  if (names.length === 0) {
    return 'export {};\n';
  }
  const list = `{ ${names.join(', ')} }`;
  if (names.every((name) => exported.names.has(name))) {
    return `export ${list} from ${from};\n`;
  }
  const [namespace] = [...exported.namespaces].find(([, module]) => isPartOf(modules, path, module)) ?? [];
  return namespace && `import { ${namespace} as $m } from ${from};\nexport const ${list} = $m;\n`;
}

/** True for a module itself, and for those of which it exports everything. */
function isPartOf(modules: Modules, path: string, whole: string): boolean {
  const { reexports = [] } = modules.get(whole) ?? {};
  return path === whole || reexports.some(({ from }) => isPartOf(modules, path, pathOf(from)));
}

function relativePath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
