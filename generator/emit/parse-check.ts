import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { EmittedFile } from './emitter.js';
import type { TemplateFile } from './template-file.js';

/** The compiler that ts-morph carries. */
type Compiler = typeof import('ts-morph')['ts'];

/** A syntax error in a text, and its line. */
interface Mistake {
  readonly line: number;
  readonly problem: string;
}

/**
 * Checks the syntax of the files from the user's templates and plug-ins: TypeScript without its types, and JSON. Costs some
 * milliseconds for each file, and a quarter of a second once, for the compiler. The position is that of the template, or of
 * the first partial.
 */
export async function parseCheck(
  files: readonly EmittedFile[],
  own: readonly TemplateFile[],
): Promise<readonly Diagnostic[]> {
  const partial = own.find(({ name }) => name.startsWith('partials/'));
  const checked = files.flatMap((file) => {
    const template = own.find(({ name }) => name === file.template) ?? (file.template && partial);
    return (template || file.plugin !== undefined) && languageOf(file.path) ? [{ file, template }] : [];
  });
  if (checked.length === 0) {
    return [];
  }
  const { ts } = await import('ts-morph');
  return checked.flatMap(({ file, template }) => {
    const language = languageOf(file.path) ?? '';
    const mistake = language === 'TypeScript' ? inTypeScript(ts, file) : inJson(ts, file);
    if (!mistake) {
      return [];
    }
    const shown = (file.text.split('\n')[mistake.line - 1] ?? '').trim().slice(0, 80);
    const problem = `line ${mistake.line}, "${shown}": ${mistake.problem.replace(/\.$/, '')}`;
    const found = { path: file.path, language, problem };
    if (!template) {
      return [diagnostic('plugin/invalid-output', { plugin: file.plugin ?? '', ...found })];
    }
    return [diagnostic('emit/template-output', found, { file: template.file, line: 1, column: 1, length: 0 })];
  });
}

function languageOf(path: string): string | undefined {
  if (/\.[cm]?ts$/.test(path)) {
    return 'TypeScript';
  }
  return path.endsWith('.json') ? 'JSON' : undefined;
}

function inTypeScript(ts: Compiler, { path, text }: EmittedFile): Mistake | undefined {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const options = { compilerOptions, reportDiagnostics: true, fileName: path };
  return firstMistake(ts, text, ts.transpileModule(text, options).diagnostics ?? []);
}

/** `tsconfig.json` may have comments and trailing commas; npm refuses them in `package.json`. Other JSON of a plug-in need not be an object. */
function inJson(ts: Compiler, { path, text, plugin }: EmittedFile): Mistake | undefined {
  const file = ts.parseJsonText(path, text);
  const { parseDiagnostics } = file as typeof file & { readonly parseDiagnostics: readonly CompilerMessage[] };
  const mistake = firstMistake(ts, text, parseDiagnostics);
  if (mistake || /(^|\/)tsconfig[^/]*\.json$/.test(path)) {
    return mistake;
  }
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject || plugin !== undefined ? undefined : { line: 1, problem: 'it is not an object' };
  } catch (error) {
    return { line: 1, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The compiler's message, as far as it is used. */
type CompilerMessage = Pick<import('ts-morph').ts.Diagnostic, 'start' | 'messageText'>;

function firstMistake(ts: Compiler, text: string, messages: readonly CompilerMessage[]): Mistake | undefined {
  const [first] = messages;
  if (!first) {
    return undefined;
  }
  const line = text.slice(0, first.start ?? 0).split('\n').length;
  return { line, problem: ts.flattenDiagnosticMessageText(first.messageText, ' ') };
}
