/** Internal general entities of a document type declaration, expanded, and those that could not be used. */
export interface EntityTable {
  /** Replacement text by name; entities that contain markup, external entities and bombs are left out. */
  readonly entities: ReadonlyMap<string, string>;
  /** Names that are declared with an external identifier; they are never fetched. */
  readonly external: readonly string[];
  /** Names whose replacement text is markup. */
  readonly markup: readonly string[];
  /** True if the declarations went over the bounds. */
  readonly tooLarge: boolean;
}

/** Limits for the size of entities, which no legitimate document comes near. */
const maxEntities = 1000;
const maxExpandedLength = 64 * 1024;
const maxNesting = 16;

const declarationPattern = /<!ENTITY\s+(%\s+)?([^\s%"'<>]+)\s+(?:(SYSTEM|PUBLIC)\b[^>]*|"([^"]*)"\s*|'([^']*)'\s*)>/y;

/** Constructs that may contain text that looks like declarations, with their ends. */
const passedOver: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
];

/** The declarations of entities in an internal subset, comments and processing instructions passed over. One that has no end ends the reading. */
function* declarationsIn(subset: string): Generator<RegExpExecArray> {
  const last = subset.lastIndexOf('>');
  for (let at = subset.indexOf('<'); at >= 0 && at < last; at = subset.indexOf('<', at)) {
    const [start = '', end] = passedOver.find(([opening]) => subset.startsWith(opening, at)) ?? [];
    if (end !== undefined) {
      at = subset.indexOf(end, at + start.length);
      if (at < 0) {
        return;
      }
      continue;
    }
    declarationPattern.lastIndex = at;
    const match = declarationPattern.exec(subset);
    if (match !== null) {
      yield match;
    }
    at = match === null ? at + 1 : declarationPattern.lastIndex;
  }
}

/**
 * Reads the general entities of a DOCTYPE's internal subset (XML 1.0, 4.2 and 4.5). Parameter entities and the external
 * subset are ignored. `doctype` is the text between `<!DOCTYPE` and its `>`.
 */
export function readEntities(doctype: string): EntityTable {
  const open = doctype.indexOf('[');
  const raw = new Map<string, string>();
  const external: string[] = [];
  let tooLarge = false;
  if (open >= 0) {
    for (const match of declarationsIn(doctype.slice(open + 1))) {
      const name = match[2];
      if (name === undefined || match[1] !== undefined || raw.has(name)) {
        continue;
      }
      if (match[3] !== undefined) {
        external.push(name);
      } else if (raw.size >= maxEntities) {
        tooLarge = true;
      } else {
        raw.set(name, match[4] ?? match[5] ?? '');
      }
    }
  }
  return expandAll(raw, external, tooLarge);
}

function expandAll(raw: ReadonlyMap<string, string>, external: readonly string[], overCount: boolean): EntityTable {
  const entities = new Map<string, string>();
  const markup: string[] = [];
  let tooLarge = overCount;
  let total = 0;
  for (const name of raw.keys()) {
    const text = expand(name, raw, 0);
    if (text === undefined || total + text.length > maxExpandedLength) {
      tooLarge = true;
    } else if (text.includes('<')) {
      markup.push(name);
    } else {
      entities.set(name, text.replaceAll('\u0000', '<'));
      total += text.length;
    }
  }
  return { entities, external, markup, tooLarge };
}

/** Replacement text with every reference resolved; undefined if it nests too deep or grows too long. A `<` from a character reference is kept apart as NUL. */
function expand(name: string, raw: ReadonlyMap<string, string>, depth: number): string | undefined {
  const text = raw.get(name);
  if (text === undefined || depth > maxNesting) {
    return undefined;
  }
  let result = '';
  let from = 0;
  for (const match of text.matchAll(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([^\s;&]+));/g)) {
    const part = match[3] === undefined ? character(match[1], match[2]) : reference(match[3], raw, depth);
    if (part === undefined) {
      return undefined;
    }
    result += text.slice(from, match.index) + part;
    if (result.length > maxExpandedLength) {
      return undefined;
    }
    from = match.index + match[0].length;
  }
  return result + text.slice(from);
}

const predefined: ReadonlyMap<string, string> = new Map([
  ['lt', '\u0000'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function reference(name: string, raw: ReadonlyMap<string, string>, depth: number): string | undefined {
  return predefined.get(name) ?? expand(name, raw, depth + 1);
}

function character(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
  if (code === 0 || code > 0x10ffff) {
    return undefined;
  }
  return code === 0x3c ? '\u0000' : String.fromCodePoint(code);
}
