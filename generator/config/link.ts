import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { resolvePackage } from './resolve-package.js';
import { stripTypes } from './transpile.js';

/**
 * Turns a TypeScript module, and the TypeScript modules that it imports, into one `data:` URL that Node can import: no
 * temporary file, no loader thread. Specifiers become absolute, because nothing can be relative to a `data:` URL.
 *
 * @param path Absolute path of the module.
 * @param self URL to use for `wsdl-codegen`: the generator that is running, even if it is not installed where the config is.
 */
export async function linkModule(path: string, self: string, display: string): Promise<Result<string>> {
  const diagnostics: Diagnostic[] = [];
  const url = await new Linker(self, diagnostics).link(path, display, []);
  return [url, diagnostics];
}

/** Extensions that need their types removed. */
export function isTypeScript(path: string): boolean {
  return /\.[mc]?ts$/.test(path);
}

/** The value of `d` in es-module-lexer's result for anything that is not an `import()`. */
const staticImport = -1;
const importMetaToken = -2;

class Linker {
  readonly #self: string;
  readonly #diagnostics: Diagnostic[];
  readonly #linked = new Map<string, string>();

  constructor(self: string, diagnostics: Diagnostic[]) {
    this.#self = self;
    this.#diagnostics = diagnostics;
  }

  async link(path: string, display: string, importers: readonly string[]): Promise<string> {
    const known = this.#linked.get(path);
    if (known !== undefined) {
      return known;
    }
    if (importers.includes(path)) {
      this.#diagnostics.push(diagnostic('config/import-cycle', { file: display }));
      return '';
    }
    const [code, problems] = await stripTypes(readFileSync(path, 'utf8'), display);
    append(this.#diagnostics, problems);
    const text = problems.length > 0 ? '' : await this.#rewrite(code, path, [...importers, path]);
    const url = `data:text/javascript;charset=utf-8,${encodeURIComponent(`${text}\n//# sourceURL=${pathToFileURL(path)}\n`)}`;
    this.#linked.set(path, url);
    return url;
  }

  async #rewrite(code: string, path: string, importers: readonly string[]): Promise<string> {
    const lexer = await import('es-module-lexer');
    await lexer.init;
    let text = '';
    let end = 0;
    for (const item of lexer.parse(code)[0]) {
      let replacement: string | undefined;
      if (item.d === importMetaToken) {
        replacement = importMeta(path);
      } else if (item.n !== undefined) {
        const url = await this.#resolve(item.n, path, importers);
        // The range of a dynamic import has the quotes in it, that of a static one has not.
        replacement = item.d === staticImport ? url : JSON.stringify(url);
      }
      if (replacement === undefined) {
        continue;
      }
      text += code.slice(end, item.s) + replacement;
      end = item.e;
    }
    return text + code.slice(end);
  }

  async #resolve(specifier: string, from: string, importers: readonly string[]): Promise<string> {
    if (specifier === 'wsdl-codegen') {
      return this.#self;
    }
    if (isBuiltin(specifier) || /^[a-z][a-z+.-]+:/i.test(specifier)) {
      return specifier;
    }
    if (!/^\.{0,2}\//.test(specifier)) {
      return resolvePackage(specifier, from);
    }
    const path = existing(resolve(dirname(from), specifier));
    return isTypeScript(path) ? this.link(path, path, importers) : pathToFileURL(path).href;
  }
}

/** The file that a path means: TypeScript lets an import name the `.js` file that a `.ts` file becomes. */
export function existing(path: string): string {
  if (existsSync(path)) {
    return path;
  }
  return [path.replace(/\.([mc]?)js$/, '.$1ts'), `${path}.ts`, `${path}.js`].find((other) => existsSync(other)) ?? path;
}

function importMeta(path: string): string {
  const meta = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) };
  return `(${JSON.stringify(meta)})`;
}
