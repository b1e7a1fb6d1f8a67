import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { existing, isTypeScript } from './link.js';
import { stripTypes } from './transpile.js';

/**
 * The absolute paths of a config file and of the modules that it imports by relative paths, directly and through others. A
 * module that cannot be read or parsed is in the result, too, but not what it imports.
 */
export async function relativeModules(file: string): Promise<readonly string[]> {
  const found = new Set([file]);
  // A set gives those that are added while it is walked, too.
  for (const path of found) {
    for (const specifier of await importsOf(path)) {
      found.add(existing(resolve(dirname(path), specifier)));
    }
  }
  return [...found];
}

async function importsOf(path: string): Promise<readonly string[]> {
  if (path.endsWith('.json')) {
    return [];
  }
  try {
    const text = readFileSync(path, 'utf8');
    const [code] = isTypeScript(path) ? await stripTypes(text, path) : [text];
    const lexer = await import('es-module-lexer');
    await lexer.init;
    return lexer.parse(code)[0].flatMap(({ n }) => (n !== undefined && /^\.{1,2}\//.test(n) ? [n] : []));
  } catch {
    return [];
  }
}
