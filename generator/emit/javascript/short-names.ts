/** Names of at most this length stay. */
const shortEnough = 4;

/** At the beginning of a line: an import of a namespace, or a constant that is a text. */
const declarations =
  /^(?:import \* as |const )([\p{ID_Start}_$][\p{ID_Continue}$]*)(?: from "[^"\n]*"| = "[^"\n]*");$/gmu;

/** A text, a comment, or a name with its properties. Other slashes may begin a regular expression. */
const tokens =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/\/.*|\/\*[\s\S]*?\*\/|\/|[.\p{ID_Continue}$]*[\p{ID_Continue}$]/gu;

/**
 * The JavaScript of descriptors with short names for its namespaces and the modules that it imports. Sources name them in full, thousands of
 * times, which an engine would have to read at each start. Names that are exported stay, and so does one that is a property of an object as well.
 */
export function withShortNames(code: string): string {
  return withNames(code, shortNames(code)) ?? code;
}

/**
 * Code with other names for some that it uses; names of properties stay. An object whose other name is empty gives way to its properties. Undefined if the names in it cannot be told from other text, or if one of them is
 * that of a method.
 */
export function withNames(code: string, names: ReadonlyMap<string, string>): string | undefined {
  if (names.size === 0) {
    return code;
  }
  const methods = [...code.matchAll(/^[\t ]+([\p{ID_Continue}$]+)(?=[(<])/gmu)].map(([, name = '']) => name);
  const isWhole = (token: string, at: number): boolean => names.get(token) === '' && !isKey(code, at + token.length);
  const isUnclear = [...code.matchAll(tokens)].some(({ 0: token, index }) => token === '/' || isWhole(token, index));
  return isUnclear || methods.some((name) => names.has(name))
    ? undefined
    : code.replace(tokens, (token: string, at: number) =>
        isKey(code, at + token.length) ? token : shortToken(token, names),
      );
}

/** The names that code uses, without those of properties. */
export function usedNames(code: string): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { 0: token, index } of code.matchAll(tokens)) {
    if (!isKey(code, index + token.length)) {
      used.add(firstName(token));
    }
  }
  return used;
}

function shortNames(code: string): ReadonlyMap<string, string> {
  const keys = new Set(
    [...code.matchAll(/([\p{ID_Continue}$]+)(\s*:)?/gu)].flatMap(([, name = '', colon]) => (colon ? [name] : [])),
  );
  const long = [...code.matchAll(declarations)]
    .map(([, name = '']) => name)
    .filter((name) => name.length > shortEnough && !keys.has(name));
  const taken = new Set(code.match(/[\p{ID_Continue}$]+/gu));
  const free = freeNames(taken);
  return new Map(long.map((name) => [name, free.next().value]));
}

function* freeNames(taken: ReadonlySet<string>): Generator<string, never> {
  for (let number = 1; ; number++) {
    if (!taken.has(`n${number}`)) {
      yield `n${number}`;
    }
  }
}

/** True for what ends here if it is the name of a member. */
function isKey(code: string, end: number): boolean {
  return code.startsWith(':', end) || code.startsWith('?:', end);
}

/** What stands after a point is a property; three points may stand before a name. */
const dotted = /^(\.{3})?([^.]*)(\.)?/;

function firstName(token: string): string {
  return dotted.exec(token)?.[2] ?? '';
}

/** `module.name` as well. */
function shortToken(token: string, names: ReadonlyMap<string, string>): string {
  const short = names.get(firstName(token));
  return short === undefined
    ? token
    : token.replace(dotted, (_, points = '', _name, point = '') => points + (short === '' ? '' : short + point));
}
