import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { EmittedFile } from './render.js';

/**
 * Parses TypeScript files without checking types: for files from templates of users. Costs some milliseconds a file, and a
 * quarter of a second once, for the compiler.
 */
export async function parseCheck(files: readonly EmittedFile[]): Promise<readonly Diagnostic[]> {
  const sources = files.filter((file) => /\.[cm]?ts$/.test(file.path));
  if (sources.length === 0) return [];
  const { ts } = await import('ts-morph');
  return sources.flatMap((file) => {
    const options = {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      reportDiagnostics: true,
    };
    const [first] = ts.transpileModule(file.text, { ...options, fileName: file.path }).diagnostics ?? [];
    if (!first) return [];
    const line =
      first.file && first.start !== undefined ? first.file.getLineAndCharacterOfPosition(first.start).line + 1 : 1;
    const problem = `line ${line}: ${ts.flattenDiagnosticMessageText(first.messageText, ' ').replace(/\.$/, '')}`;
    return [diagnostic('emit/template-output', { path: file.path, problem })];
  });
}
