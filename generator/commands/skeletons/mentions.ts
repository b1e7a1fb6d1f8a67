import { commentImports } from '../../emit/skeleton/script.js';

/** How a file may name the interface of a service. */
export interface InterfaceMention {
  readonly interfaceName: string;
  /** The generated function that joins service and implementation. */
  readonly factoryName: string;
  /** Module specifiers of other generated packages, whose interfaces may have the same name. */
  readonly otherPackages: ReadonlySet<string>;
}

/** True if a file has more to do with an interface than to import or export it. A quick look that can be mistaken. */
export function mayImplement(text: string, mention: InterfaceMention): boolean {
  const head = text.indexOf('implements ');
  if (head >= 0 && text.slice(head, text.indexOf('{', head)).includes(mention.interfaceName)) {
    return true;
  }
  const { code, locals } = look(text, mention);
  return locals.some((name) => wordIn(name).test(code)) || wordIn(mention.factoryName).test(code);
}

/** True if something in a file says that it implements an interface. A quick look that can be mistaken. */
export function seemsToImplement(text: string, mention: InterfaceMention): boolean {
  const { code, locals } = look(text, mention);
  return locals.some((name) => {
    const word = wordIn(name);
    return (
      placeAfter(code, /[{]/g, /\bimplements\b/, word) !== undefined ||
      placeAfter(code, /[;{}]/g, /\bsatisfies\s/, word) !== undefined ||
      isTypeOfObject(code, word)
    );
  });
}

/** True if a comment of JavaScript says that something implements an interface. A quick look that can be mistaken. */
export function commentImplements(text: string, { interfaceName, otherPackages }: InterfaceMention): boolean {
  const others = [...otherPackages].some(
    (other) => text.includes(`import('${other}')`) && text.includes(`'${other}').${interfaceName}`),
  );
  const aliases = Array.from(text.matchAll(/@typedef\s*\{([^{}]*)\}\s*([\w$]+)/g)).flatMap(
    ([, type = '', alias = '']) => (wordIn(interfaceName).test(type) ? [alias] : []),
  );
  const renamed = commentImports(text).flatMap(([local, { name }]) => (name === interfaceName ? [local] : []));
  const words = [interfaceName, ...aliases, ...renamed].map(wordIn);
  const types = text.matchAll(
    /@(?:implements|satisfies)\s*\{([^{}]*)\}|@type\s*\{([^{}]*)\}[^{}]*?\*\/\s*(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*=\s*(?:[{(O]|new\b)/g,
  );
  return (
    !others && Array.from(types, ([, a = '', b = '']) => a + b).some((type) => words.some((word) => word.test(type)))
  );
}

/** The place of the interface in a file that implements it: line and column from 1. */
export function placeOfMention(text: string, { interfaceName }: InterfaceMention): { line: number; column: number } {
  const word = wordIn(interfaceName);
  const at = placeAfter(text, /[{]/g, /\bimplements\b/, word) ?? Math.max(text.search(word), 0);
  const lines = text.slice(0, at).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Where a word comes after a keyword with no separator between them. Each stretch between separators is searched once. */
function placeAfter(code: string, separators: RegExp, keyword: RegExp, word: RegExp): number | undefined {
  let from = 0;
  for (const end of [...Array.from(code.matchAll(separators), ({ index }) => index), code.length]) {
    const stretch = code.slice(from, end);
    const key = stretch.search(keyword);
    const found = key < 0 ? -1 : stretch.slice(key).search(word);
    if (found >= 0) {
      return from + key + found;
    }
    from = end + 1;
  }
  return undefined;
}

const objectPattern = /\s*=\s*[{(O]/y;

/** True for `: Word = {`, `: Word = (…)` and `: Word = Object.…`. */
function isTypeOfObject(code: string, word: RegExp): boolean {
  for (const { 0: name, index } of code.matchAll(new RegExp(word, 'g'))) {
    let before = index - 1;
    while (/\s/.test(code[before] ?? '')) {
      before--;
    }
    objectPattern.lastIndex = index + name.length;
    if (code[before] === ':' && objectPattern.test(code)) {
      return true;
    }
  }
  return false;
}

/** A file without its comments and imports, and the names that the interface has in it. */
function look(
  text: string,
  { interfaceName, otherPackages }: InterfaceMention,
): { readonly code: string; readonly locals: readonly string[] } {
  const [code, imports] = withoutImports(withoutComments(text));
  const word = wordIn(interfaceName);
  const locals: string[] = [];
  let isForeign = false;
  for (const { names, specifier } of imports) {
    const at = names.search(word);
    if (at < 0) {
      continue;
    }
    const [, alias] = /^\s+as\s+([\w$\u0080-\uffff]+)/.exec(names.slice(at + interfaceName.length)) ?? [];
    if (otherPackages.has(specifier)) {
      isForeign = true;
    } else {
      locals.push(alias ?? interfaceName);
    }
  }
  return { code, locals: locals.length > 0 || isForeign ? locals : [interfaceName] };
}

function withoutComments(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: start, index } of text.matchAll(/\/\*|(?<![:'"`])\/\//g)) {
    if (index < from) {
      continue;
    }
    const end = start === '//' ? lineEnd(text, index) : text.indexOf('*/', index + 2) + 2;
    // Without an end it is not a comment, nor is what follows.
    if (end < index) {
      break;
    }
    pieces.push(text.slice(from, index));
    from = end;
  }
  return [...pieces, text.slice(from)].join(' ');
}

interface ImportClause {
  readonly names: string;
  readonly specifier: string;
}

/** A file with spaces for its imports and exports from other modules, and these. */
function withoutImports(text: string): readonly [code: string, imports: readonly ImportClause[]] {
  const pieces: string[] = [];
  const imports: ImportClause[] = [];
  let from = 0;
  let looked = 0;
  for (const { 0: start, index } of text.matchAll(/^[ \t]*(?:import|export)\b(?:\s+type\b)?/gm)) {
    if (index < looked) {
      continue;
    }
    const clause = index + start.length;
    // Text between them cannot belong to an import: the quote is the first one.
    const quote = indexOfAny(text, /[;'"`=()]/g, clause);
    const end = lineEnd(text, quote);
    const specifier = /^(['"])(.*?)\1/.exec(text.slice(quote, end))?.[2];
    const names = text.slice(clause, quote).trimEnd();
    looked = quote;
    if (specifier === undefined || !/\bfrom$/.test(names)) {
      continue;
    }
    imports.push({ names: names.slice(0, -'from'.length), specifier });
    pieces.push(text.slice(from, index));
    from = end;
    looked = end;
  }
  return [[...pieces, text.slice(from)].join(' '), imports];
}

function indexOfAny(text: string, wanted: RegExp, from: number): number {
  wanted.lastIndex = from;
  return wanted.exec(text)?.index ?? text.length;
}

function lineEnd(text: string, from: number): number {
  return indexOfAny(text, /[\n\r\u2028\u2029]/g, from);
}

/** Of identifiers; Unicode's own classes take milliseconds to compile. */
const nameCharacters = '\\w$\\u0080-\\uffff';

function wordIn(name: string): RegExp {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![${nameCharacters}])${escaped}(?![${nameCharacters}])`);
}
