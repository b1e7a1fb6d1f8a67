import type { ts } from 'ts-morph';
import { commentLines } from '../comment.js';
import type { Compiler } from './compiler.js';

/** An import under its local name. */
export interface ImportedName {
  readonly specifier: string;
  /** As exported; `*` for a whole module. */
  readonly name: string;
}

/** Whether a file is JavaScript, in which types are in comments. */
export function isScript(path: string): boolean {
  return /\.[mc]?jsx?$/.test(path);
}

/** How a file is parsed: TypeScript or JavaScript, with elements of JSX where its name says so. */
export function scriptKindOf(compiler: Compiler, path: string): ts.ScriptKind {
  if (isScript(path)) {
    return compiler.ScriptKind.JSX;
  }
  return path.endsWith('.tsx') ? compiler.ScriptKind.TSX : compiler.ScriptKind.TS;
}

/** Whether a file of JavaScript is a module of CommonJS. */
export function usesRequire({ text }: ts.SourceFile): boolean {
  return !/^[ \t]*(?:import|export)\b/m.test(text) && /\brequire\(|\bmodule\.exports\b|\bexports\./.test(text);
}

/** A comment with documentation, and a tag for TypeScript. */
export function taggedComment(documentation: readonly string[], tag: string): readonly string[] {
  const lines = commentLines(documentation);
  if (lines.length === 0) {
    return [`/** @${tag} */`];
  }
  const [only = ''] = lines;
  const body = lines.length === 1 ? [` * ${only.slice('/** '.length, -' */'.length)}`] : lines.slice(1, -1);
  return ['/**', ...body, ` * @${tag}`, ' */'];
}

/** The names that `@import` and `@typedef {import('x').Y} Z` give to types of modules. */
export function commentImports(text: string): readonly (readonly [local: string, imported: ImportedName])[] {
  const named = Array.from(
    text.matchAll(/@import\s*\{([^{}]*)\}\s*from\s*(['"])(.*?)\2/g),
    ([, names = '', , specifier = '']) =>
      names.split(',').map((each) => {
        const words = each
          .replaceAll('*', '')
          .split(/\s/)
          .filter((word) => word !== '');
        const [name = '', , local = name] = words;
        return [local, { specifier, name }] as const;
      }),
  );
  const defined = Array.from(
    text.matchAll(
      /@typedef\s{0,9}\{\s{0,9}import\((['"])([^'"\s]{1,999})\1\)\.([\w$]{1,999})\s{0,9}\}\s{0,9}([\w$]+)/g,
    ),
    ([, , specifier = '', name = '', local = '']) => [local, { specifier, name }] as const,
  );
  return [...named.flat(), ...defined];
}

/** The types that a tag in the comments before a node names. */
export function taggedTypes(
  node: ts.Node,
  tag: 'implements' | 'type' | 'satisfies',
  file: ts.SourceFile,
): readonly string[] {
  const before = file.text.slice(node.pos, node.getStart(file));
  return Array.from(before.matchAll(/@(implements|type|satisfies)\s*\{([^{}]*)\}/g)).flatMap(([, found, type = '']) =>
    found === tag ? [type.trim()] : [],
  );
}
