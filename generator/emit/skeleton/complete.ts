/**
 * Can be told at a glance that a class which implements the interface has all the methods? True only when it is certain, so
 * that the compiler, which takes longer to load than all the rest of a run, is left alone; false means: look properly.
 */
export function isCompleteAtAGlance(text: string, interfaceName: string, methods: readonly string[]): boolean {
  const code = withoutCommentsAndStrings(text);
  if (code === undefined) return false;
  for (const { 0: head, 1: interfaces = '', index } of code.matchAll(/\bclass\b[^{}]*\bimplements\b([^{}]*)\{/g)) {
    if (!interfaces.split(/[\s,]+/).includes(interfaceName)) continue;
    const members = memberNames(code, index + head.length);
    return members !== undefined && methods.every((method) => members.has(method));
  }
  return false;
}

/** The text with spaces for comments and strings. Undefined where a slash or a template leaves in doubt what is what. */
function withoutCommentsAndStrings(text: string): string | undefined {
  let code = '';
  for (let i = 0; i < text.length; ) {
    const end = endOfSkipped(text, i);
    if (end === undefined) return undefined;
    code += end === i ? text[i] : ' '.repeat(end - i);
    i = end === i ? i + 1 : end;
  }
  return code;
}

/** Where the comment or string that starts here ends; `start` when none starts; undefined when that is not certain. */
function endOfSkipped(text: string, start: number): number | undefined {
  const two = text.slice(start, start + 2);
  if (two === '//') return indexAfter(text, '\n', start) ?? text.length;
  if (two === '/*') return indexAfter(text, '*/', start + 2);
  const first = text[start];
  // A slash may divide or begin a regular expression; a template with expressions may hold anything.
  if (first === '/') return undefined;
  if (first !== "'" && first !== '"' && first !== '`') return start;
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === first) return i + 1;
    else if (text[i] === '$' && first === '`' && text[i + 1] === '{') return undefined;
  }
  return undefined;
}

function indexAfter(text: string, searched: string, from: number): number | undefined {
  const index = text.indexOf(searched, from);
  return index < 0 ? undefined : index + searched.length;
}

const MODIFIERS = new Set(['async', 'public', 'override', 'readonly']);

/**
 * Names of the methods and assigned fields of the class whose body starts at `start`. A name counts where a member begins:
 * behind the body's brace, a semicolon or the end of a block. Undefined when the body does not end.
 */
function memberNames(code: string, start: number): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const token = /[A-Za-z_$][\w$]*|[^\s\w$]|\d+/g;
  token.lastIndex = start;
  let depth = 1;
  let begins = true;
  for (let match = token.exec(code); match; match = token.exec(code)) {
    const [word] = match;
    if ('{(['.includes(word)) depth++;
    else if ('})]'.includes(word) && --depth === 0) return names;
    if (depth === 1 && begins && MODIFIERS.has(word) && !followedBy(code, token.lastIndex, '(=')) continue;
    if (depth === 1 && begins && /^[A-Za-z_$]/.test(word) && followedBy(code, token.lastIndex, '(=')) names.add(word);
    begins = depth === 1 && (word === '}' || word === ';');
  }
  return undefined;
}

/** Is the next character that is no white space one of these? */
function followedBy(code: string, index: number, characters: string): boolean {
  const next = /\S/.exec(code.slice(index, index + 200))?.[0];
  return next !== undefined && characters.includes(next);
}
