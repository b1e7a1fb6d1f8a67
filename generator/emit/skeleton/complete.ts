/**
 * Can be told at a glance that a class which implements the interface has all the methods? True only when it is certain, so
 * that the compiler, which takes longer to load than all the rest of a run, is left alone; false means: look properly.
 */
export function isCompleteAtAGlance(text: string, interfaceName: string, methods: readonly string[]): boolean {
  const code = withoutCommentsAndStrings(text);
  if (code === undefined) return false;
  let from = 0;
  for (const { 0: brace, index } of code.matchAll(/[{}]/g)) {
    const head = code.slice(from, index);
    from = index + 1;
    if (brace !== '{' || !implementedBy(head).includes(interfaceName)) continue;
    const members = memberNames(code, from);
    return members !== undefined && methods.every((method) => members.has(method));
  }
  return false;
}

/** Names behind `implements` in what stands before the brace of a class. */
function implementedBy(head: string): readonly string[] {
  const [, ...clauses] = head.slice(Math.max(head.search(/\bclass\b/), 0)).split(/\bimplements\b/);
  return /\bclass\b/.test(head) ? (clauses.at(-1)?.split(/[\s,]+/) ?? []) : [];
}

/** The text with spaces for comments, and a word for strings and the like. Undefined where a slash or a template leaves in doubt what is what. */
function withoutCommentsAndStrings(text: string): string | undefined {
  let code = '';
  for (let i = 0; i < text.length; ) {
    const end = endOfSkipped(text, i, code);
    if (end === undefined) return undefined;
    const filler = /^\/[/*]/.test(text.slice(i, i + 2)) ? ' ' : '_';
    code += end === i ? text[i] : filler.repeat(end - i);
    i = end === i ? i + 1 : end;
  }
  return code;
}

/**
 * Where the comment, string or regular expression that starts here ends; `start` when none starts; undefined when that is
 * not certain. `before` is the code up to here.
 */
function endOfSkipped(text: string, start: number, before: string): number | undefined {
  const two = text.slice(start, start + 2);
  if (two === '//') return indexAfter(text, '\n', start) ?? text.length;
  if (two === '/*') return indexAfter(text, '*/', start + 2);
  const first = text[start];
  if (first === '/') return endOfSlash(text, start, before);
  return first === "'" || first === '"' || first === '`' ? endOfString(text, start, first) : start;
}

function endOfString(text: string, start: number, quote: string): number | undefined {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i + 1;
    // A template with expressions may hold anything.
    else if (text[i] === '$' && quote === '`' && text[i + 1] === '{') return undefined;
  }
  return undefined;
}

/** A slash divides behind a value, begins a regular expression behind an operator, and may do either behind a bracket. */
function endOfSlash(text: string, start: number, before: string): number | undefined {
  const [last = '', word] =
    /(?:\b(return|typeof|case|of|in|do|else|void|delete)|\S)\s*$/.exec(before.slice(-100)) ?? [];
  if (word === undefined && /[\w$\]]/.test(last)) return start;
  if (word === undefined && !/[(,=:[!&|?{;+*%<>~^-]/.test(last)) return undefined;
  let inClass = false;
  for (let i = start + 1; i < text.length && text[i] !== '\n'; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '[') inClass = true;
    else if (text[i] === ']') inClass = false;
    else if (text[i] === '/' && !inClass) return i + 1;
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
