import { tokenPattern } from '../config/json.js';

/** An object or a list that is open. */
interface Level {
  readonly path: string;
  /** Of an object the property that has been read, of a list the index. */
  step: string | number | undefined;
  readonly isList: boolean;
}

/** The key of a path in what `jsonPlaces` gives. */
export function pathKey(path: readonly (string | number)[]): string {
  return path.map((step) => `/${step}`).join('');
}

/** The offsets of values in a text that is JSON, by the keys of their paths: of those that are wanted and there. */
export function jsonPlaces(text: string, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const deepest = [...wanted].reduce((most, key) => Math.max(most, key.split('/').length), 0);
  const open: Level[] = [];
  tokenPattern.lastIndex = 0;
  for (let match = tokenPattern.exec(text); match !== null; match = tokenPattern.exec(text)) {
    const [, mark, string] = match;
    const level = open.at(-1);
    if (mark === '}' || mark === ']') {
      open.pop();
    } else if (mark === ',' && level !== undefined) {
      level.step = level.isList ? Number(level.step) + 1 : undefined;
    } else if (level?.step === undefined && level !== undefined && string !== undefined) {
      level.step = JSON.parse(string) as string;
    } else if (mark !== ':') {
      const isNear = open.length < deepest;
      const path = level === undefined || !isNear ? '' : `${level.path}/${level.step}`;
      if (isNear && wanted.has(path)) {
        found.set(path, tokenPattern.lastIndex - (mark ?? match[0].trimStart()).length);
      }
      if (mark !== undefined) {
        open.push({ path, step: mark === '[' ? 0 : undefined, isList: mark === '[' });
      }
    }
  }
  return found;
}
