/** How a file may name the interface of a service. */
export interface InterfaceMention {
  readonly interfaceName: string;
  /** The generated function that joins service and implementation. */
  readonly factoryName: string;
  /** Module specifiers of other generated packages, whose interfaces may have the same name. */
  readonly otherPackages: ReadonlySet<string>;
}

const IMPORTS = /^[ \t]*(?:import|export)\b(?:\s+type\b)?([^;'"`=()]*?)\bfrom\s*(['"])(.*?)\2.*$/gm;

/** True when a file has more to do with an interface than to import or export it. A quick look that can be mistaken. */
export function mayImplement(text: string, mention: InterfaceMention): boolean {
  const head = text.indexOf('implements ');
  if (head >= 0 && text.slice(head, text.indexOf('{', head)).includes(mention.interfaceName)) return true;
  const { code, locals } = look(text, mention);
  return locals.some((name) => wordIn(name).test(code)) || wordIn(mention.factoryName).test(code);
}

/** True when something in a file says that it implements an interface. A quick look that can be mistaken. */
export function seemsToImplement(text: string, mention: InterfaceMention): boolean {
  const { code, locals } = look(text, mention);
  return locals.some((name) => {
    const word = wordIn(name).source;
    return new RegExp(`\\bimplements\\b[^{]*?${word}|\\bsatisfies\\s+[^;{}]*?${word}|:\\s*${word}\\s*=\\s*[{(O]`).test(
      code,
    );
  });
}

/** The place of the interface in a file that implements it: line and column from 1. */
export function placeOfMention(text: string, { interfaceName }: InterfaceMention): { line: number; column: number } {
  const word = wordIn(interfaceName).source;
  const match =
    new RegExp(`\\bimplements\\b[^{]*?(${word})`, 'd').exec(text) ?? new RegExp(`(${word})`, 'd').exec(text);
  const lines = text.slice(0, match?.indices?.[1]?.[0] ?? 0).split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A file without its comments and imports, and the names that the interface has in it. */
function look(
  text: string,
  { interfaceName, otherPackages }: InterfaceMention,
): { readonly code: string; readonly locals: readonly string[] } {
  const uncommented = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, ' ');
  const locals: string[] = [];
  let isForeign = false;
  const code = uncommented.replace(IMPORTS, (_, names: string, __, specifier: string) => {
    const found = new RegExp(`${wordIn(interfaceName).source}(?:\\s+as\\s+([${LETTERS}]+))?`).exec(names);
    if (found && otherPackages.has(specifier)) isForeign = true;
    else if (found) locals.push(found[1] ?? interfaceName);
    return ' ';
  });
  return { code, locals: locals.length > 0 || isForeign ? locals : [interfaceName] };
}

/** Of identifiers; Unicode's own classes take milliseconds to compile. */
const LETTERS = '\\w$\\u0080-\\uffff';

function wordIn(name: string): RegExp {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![${LETTERS}])${escaped}(?![${LETTERS}])`);
}
