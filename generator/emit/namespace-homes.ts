import type { EmitContext } from './emitter.js';

/** Where the exports of a module of a further namespace are. */
export interface NamespaceHome {
  /** The file below `js/`, without extension. */
  readonly file: string;
  /** What the module exports. */
  readonly names: readonly string[];
  /** Which of these JavaScript has, if they are few: enumerations among types. */
  readonly values?: readonly string[];
}

/**
 * The files for the types and for the descriptors of further namespaces, by the paths of their modules below `src/`. All are in one; those whose names are in it already are in another, so that the
 * exports of a file are those of its namespaces. Templates of a user may print anything: then each namespace has its own.
 */
export function namespaceHomes({
  bound,
  compiled = false,
  customized = false,
}: Pick<EmitContext, 'bound' | 'compiled' | 'customized'>): ReadonlyMap<string, NamespaceHome> {
  const further = compiled && !customized ? bound.modules.filter(({ module }) => !module.flat) : [];
  const types = further.map(({ module, types: declared }): Exports => {
    const values = declared.filter(({ kind }) => kind === 'enum').map(({ name }) => name);
    return { path: module.typesPath, names: declared.map(({ name }) => name), values };
  });
  const descriptors = further.map(({ module, constants }): Exports => {
    return { path: module.schemaPath, names: constants.map(({ name }) => name) };
  });
  return new Map([...together('types', types), ...together('schema', descriptors)]);
}

type Exports = Omit<NamespaceHome, 'file'> & { readonly path: string };

function together(
  kind: string,
  modules: readonly Exports[],
): readonly (readonly [path: string, home: NamespaceHome])[] {
  const files: Set<string>[] = [];
  return modules.map(({ path, ...exports }) => {
    const free = files.findIndex((taken) => !exports.names.some((name) => taken.has(name)));
    const at = free < 0 ? files.push(new Set()) - 1 : free;
    for (const name of exports.names) {
      files[at]?.add(name);
    }
    return [path, { ...exports, file: `${kind}.all${at === 0 ? '' : at + 1}` }];
  });
}

/** The object of a further namespace in the index; `all` is the object of all names of the file where it is. Undefined if it can be the file's own. */
type NamespaceObject = (name: string, home: NamespaceHome, all: string) => string | undefined;

/** In declarations, each object has the names of its namespace and no others. */
export const declaredNamespace: NamespaceObject = (name, { names }, all) => {
  const members = names.map((each) => `\texport import ${each} = ${all}.${each};\n`);
  return `export declare namespace ${name} {\n${members.join('')}}`;
};

/**
 * In JavaScript, the objects of types are made of their enumerations: some bundlers keep all of an object that the index exports. Those of descriptors are the whole file, from which bundlers
 * that look into objects take what is used; most of a namespace needs most of the others.
 */
export const namespaceObject: NamespaceObject = (name, { values }, all) => {
  const members = values?.map((each) => `\t${each}: ${all}.${each}`);
  return members && `export const ${name} = /*#__PURE__*/ (() => ({\n${members.join(',\n')}\n}))();`;
};

/** The index with objects of further namespaces. */
export function withNamespaceObjects(
  code: string,
  homes: ReadonlyMap<string, NamespaceHome>,
  objectOf: NamespaceObject,
): string {
  const imports = new Map<string, string>();
  const text = code.replace(
    /^export \* as ([\p{ID_Continue}$]+) from ("\.\/([^"\n]*)\.js");$/gmu,
    (statement, name: string, specifier: string, path: string) => {
      const home = homes.get(path);
      const all = home?.file.replace('.', '$') ?? '';
      const object = home && objectOf(name, home, all);
      if (object !== undefined && home?.names.length !== 0) {
        imports.set(all, imports.get(all) ?? `import * as ${all} from ${specifier};\n`);
      }
      return object ?? statement;
    },
  );
  return text.replace(/^(?:\/\/.*\n)*/, (header) => header + [...imports.values()].join(''));
}
