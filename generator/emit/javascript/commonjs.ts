// CommonJS from modules of JavaScript. The compiler rewrites what is imported and exported for a module runner: exports are
// getters, imports are objects. Its helpers at the beginning of a module become `require` and `exports` here.

import { isIdentifierName } from '../../typescript/names/identifiers.js';

/** The function of oxc-transform that is needed here. */
interface ModuleRunnerCompiler {
  moduleRunnerTransformSync(
    name: string,
    text: string,
  ): { readonly code: string; readonly dynamicDeps: readonly string[] };
}

/** A module of JavaScript as CommonJS. Imports and exports stay live, so that modules may import each other. */
export function toCommonJs(oxc: ModuleRunnerCompiler, path: string, text: string): string {
  const { code, dynamicDeps } = oxc.moduleRunnerTransformSync(path, text);
  const { exports, imports, stars, rest } = splitHead(code);
  const body = dynamicDeps.length > 0 ? withRequires(rest) : rest;
  const head = [
    '"use strict";',
    'Object.defineProperty(exports, "__esModule", { value: true });',
    ...(stars.size > 0 ? [exportStar] : []),
    ...(rest.includes('__vite_ssr_import_meta__') ? [importMeta] : []),
    ...(dynamicDeps.length > 0 && body.includes('__vite_ssr_dynamic_import__') ? [dynamicImport] : []),
    ...exports.map(
      ([name, value]) => `Object.defineProperty(exports, ${name}, { enumerable: true, get() { return ${value}; } });`,
    ),
    ...namesForNode(exports),
    ...imports.map((item) =>
      stars.has(item.variable)
        ? `__exportStar(require(${item.module}), exports);`
        : `const ${item.variable} = ${required(item)};`,
    ),
  ];
  return withShortNames(`${head.join('\n')}\n${body}`, text);
}

// Names that Node looks for to know the exports of a CommonJS module without running it: this function, and `module.exports = {}`.
const exportStar = `function __exportStar(from, to) {
\tfor (const key of Object.keys(from)) {
\t\tif (key !== "default" && !Object.hasOwn(to, key)) Object.defineProperty(to, key, { enumerable: true, get() { return from[key]; } });
\t}
}`;
const dynamicImport = 'const __vite_ssr_dynamic_import__ = async (name) => require(name);';
const importMeta = 'const __vite_ssr_import_meta__ = { url: require("node:url").pathToFileURL(__filename).href };';

type Export = readonly [name: string, value: string];

interface Import {
  readonly variable: string;
  /** The module as a literal. */
  readonly module: string;
  /** Literals of the names that are imported; undefined for all. */
  readonly names: string | undefined;
}

interface Head {
  readonly exports: readonly Export[];
  readonly imports: readonly Import[];
  /** The imports that are exported again, each and every name. */
  readonly stars: ReadonlySet<string>;
  /** The statements of the source. */
  readonly rest: string;
}

/** The compiler's own statements: an export, an import, and an export of everything that an import has. */
const exported =
  /Object\.defineProperty\(__vite_ssr_exports__, ("[^"\n]*"|'[^'\n]*'), \{\n\tenumerable: true,\n\tconfigurable: true,\n\tget\(\) \{\n\t\treturn ([^;\n]*);\n\t\}\n\}\);\n/y;
const imported =
  /const (__vite_ssr_import_\d+__) = await __vite_ssr_import__\(("[^"\n]*"|'[^'\n]*')(?:, \{ importedNames: \[([^\]]*)\] \})?\);\n/y;
const exportedAgain = /__vite_ssr_exportAll__\((__vite_ssr_import_\d+__)\);\n/y;

/** The compiler's own statements come first. Later ones that look the same are texts of the source. */
function splitHead(code: string): Head {
  const exports: Export[] = [];
  const imports: Import[] = [];
  const stars = new Set<string>();
  let at = 0;
  for (;;) {
    const [pattern, match] = statementAt(code, at);
    if (!match) {
      return { exports, imports, stars, rest: code.slice(at) };
    }
    const [, first = '', second = '', third] = match;
    if (pattern === exported) {
      exports.push([first, second]);
    } else if (pattern === imported) {
      imports.push({ variable: first, module: second, names: third });
    } else {
      stars.add(first);
    }
    at = pattern.lastIndex;
  }
}

function statementAt(code: string, at: number): readonly [RegExp, RegExpExecArray | null] {
  const start = afterComments(code, at);
  for (const pattern of [exported, imported]) {
    pattern.lastIndex = start;
    const match = pattern.exec(code);
    if (match) {
      return [pattern, match];
    }
  }
  exportedAgain.lastIndex = start;
  return [exportedAgain, exportedAgain.exec(code)];
}

/** The comments of a source stand in front of what the compiler has moved there. */
function afterComments(code: string, start: number): number {
  let at = start;
  for (;;) {
    const end = code.startsWith('//', at) ? '\n' : code.startsWith('/*', at) ? '*/\n' : '';
    if (end === '') {
      return at;
    }
    at = code.indexOf(end, at) + end.length;
  }
}

/** Node misses getters of some names beyond ASCII, such as those with ligatures; in this form it finds them. */
function namesForNode(exports: readonly Export[]): readonly string[] {
  const names = exports.map(([name]) => name.slice(1, -1)).filter(isIdentifierName);
  return names.length === 0
    ? []
    : [`0 && (module.exports = { ${names.map((name) => `${name}: exports`).join(', ')} });`];
}

/** Another package may not be made of ES modules: then it is its own default export. */
function required({ module, names }: Pick<Import, 'module' | 'names'>): string {
  const call = `require(${module})`;
  const isOurs = /^["'](?:\.|@wsdl-codegen\/runtime\b)/.test(module);
  return isOurs || (names !== undefined && !/["']default["']/.test(names))
    ? call
    : `((found) => found && found.__esModule ? found : { ...found, default: found })(${call})`;
}

/** An `import()` of a module by its name, which bundlers have to see in CommonJS as well. */
function withRequires(code: string): string {
  return code.replace(
    /\b__vite_ssr_dynamic_import__\(("[^"\n]*"|'[^'\n]*')\)/g,
    (_, module: string) => `Promise.resolve().then(() => ${required({ module, names: undefined })})`,
  );
}

/** The compiler's names for what it makes are long. They stay where a source has such names itself. */
function withShortNames(code: string, source: string): string {
  return source.includes('__vite_ssr_') || /\b(?:import|export)_(?:\d|default\b)/.test(source)
    ? code
    : code.replace(/\b__vite_ssr_((?:import|export)_\w+?)__(?!\w)/g, '$1');
}
