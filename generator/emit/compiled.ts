import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { EmittedFile } from './emitter.js';
import { escapeUnseen } from './quote.js';

/** Folder of the JavaScript and its declarations within a package. */
const compiledFolder = 'esm/';

const ownBuild = 'set `compiled: false` for the package, and build it yourself.';

/**
 * The files of `src/` as they are imported: JavaScript modules with declarations, in `esm/`. Only types are removed, so that
 * the modules are the sources; other files are copied. A file of a plug-in that has the place of one of these stays.
 */
export async function compiledFiles(files: readonly EmittedFile[]): Promise<Result<readonly EmittedFile[]>> {
  const oxc = await import('oxc-transform').catch(() => undefined);
  if (!oxc) {
    const problem = 'oxc-transform, which does it, has no binary for this platform';
    const advice = `install optional dependencies, too, or ${ownBuild}`;
    return [[], [diagnostic('emit/not-compiled', { path: 'src', problem, advice })]];
  }
  const diagnostics: Diagnostic[] = [];
  const taken = new Set(files.map(({ path }) => path));
  const made = files.flatMap((file) => {
    const path = file.path.replace(/^src\//, compiledFolder);
    if (path === file.path) {
      return [];
    }
    if (!/(?<!\.d)\.ts$/.test(path)) {
      return [{ path, text: file.text }];
    }
    const { code, declaration = '', errors } = oxc.transformSync(file.path, file.text, options);
    const [error] = errors;
    if (error) {
      const advice = `give what it exports explicit types, or ${ownBuild}`;
      diagnostics.push(diagnostic('emit/not-compiled', { path: file.path, problem: reasonOf(error.message), advice }));
    }
    return [
      { path: path.replace(/ts$/, 'js'), text: escapeUnseen(withHeader(code, file.text)) },
      { path: path.replace(/ts$/, 'd.ts'), text: escapeUnseen(withHeader(declaration, file.text)) },
    ];
  });
  return [made.filter(({ path }) => !taken.has(path)), diagnostics];
}

const options = {
  lang: 'ts',
  sourceType: 'module',
  typescript: { onlyRemoveTypeImports: true, declaration: {} },
} as const;

/** The comment at the beginning of a source belongs to its first statement, which may be a type. */
function withHeader(compiled: string, source: string): string {
  const header = /^(?:\/\/.*\n)*/.exec(source)?.[0] ?? '';
  return compiled.startsWith(header) ? compiled : `${header}${compiled}`;
}

function reasonOf(message: string): string {
  const reason = message.trim().replace(/\.$/, '');
  return `${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}
