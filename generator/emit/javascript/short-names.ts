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
  const names = shortNames(code);
  const readable = names.size > 0 && !code.match(tokens)?.includes('/');
  return readable ? code.replace(tokens, (token) => shortToken(token, names)) : code;
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

/** `module.name` as well: what stands after a point is a property. */
function shortToken(token: string, names: ReadonlyMap<string, string>): string {
  const [name = '', ...properties] = token.split('.');
  const short = /^[\p{ID_Continue}$]/u.test(token) ? names.get(name) : undefined;
  return short === undefined ? token : [short, ...properties].join('.');
}
