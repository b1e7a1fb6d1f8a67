import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { positionAt } from './places.js';

/**
 * Removes types from a TypeScript config file. oxc does it in 10 ms; where its binary for this platform is missing, the
 * compiler that ts-morph brings does it in a quarter of a second.
 */
export async function stripTypes(text: string, file: string): Promise<Result<string>> {
  const oxc = await import('oxc-transform').catch(() => undefined);
  if (!oxc) {
    return stripTypesWithCompiler(text, file);
  }
  const { code, errors } = oxc.transformSync(file, text, { lang: 'ts' });
  return [
    code,
    errors.map((error) => syntaxError(error.message, text, file, utf16Offset(text, error.labels?.[0]?.start ?? 0))),
  ];
}

/** The same with TypeScript's own compiler. */
export async function stripTypesWithCompiler(text: string, file: string): Promise<Result<string>> {
  const { ts } = await import('ts-morph');
  const { outputText, diagnostics } = ts.transpileModule(text, {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return [
    outputText,
    (diagnostics ?? []).map((d) =>
      syntaxError(ts.flattenDiagnosticMessageText(d.messageText, ' '), text, file, d.start ?? 0),
    ),
  ];
}

/** A syntax error of a config file, with its position. `offset` is in UTF-16 code units. */
export function syntaxError(message: string, text: string, file: string, offset: number): Diagnostic {
  const reason = message.trim().replace(/\.$/, '');
  const span = { file, ...positionAt(text, offset), length: 1 };
  return diagnostic('config/syntax', { reason: `${reason.charAt(0).toLowerCase()}${reason.slice(1)}` }, span);
}

/** The offsets of oxc are in UTF-8 bytes. */
function utf16Offset(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}
