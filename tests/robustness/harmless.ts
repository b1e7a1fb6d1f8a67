import { posix } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { ts } from 'ts-morph';
import { checkedSource } from '../support/checked-sources.js';

/** Proof that generated files hold what the generator means, and nothing that a descriptor put into them as code. */

/** Statements that generated modules consist of. */
const statements: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
]);

/** Syntax that no template writes: if it occurs, it came from somewhere else. */
const foreign: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.Decorator,
  ts.SyntaxKind.DeleteExpression,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ElementAccessExpression,
]);

/** Controls, characters that nobody sees, and those that reorder what is seen. */
const unseen =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\u3164\ufeff\u{e0000}-\u{e0fff}]/u;

/** Names of functions that a payload calls. */
export const canaryText = 'pwned';

/** The mistakes in files of a package; empty if there are none. */
export function findHarm(files: ReadonlyMap<string, string>): readonly string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [path, text] of files) {
    const low = path.toLowerCase();
    if (seen.has(low)) {
      problems.push(`${path}: another file has the same name on some systems`);
    }
    seen.add(low);
    if (!/^(?:[a-z0-9][a-z0-9._-]*\/){0,3}[A-Za-z0-9][A-Za-z0-9._-]*$/.test(path) || path.length > 200) {
      problems.push(`${path}: not a plain path`);
    }
    if (path.split('/').some((step) => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(step))) {
      problems.push(`${path}: a device on Windows`);
    }
    // The compiler indents with tabs, and documents keep theirs.
    const hidden = unseen.exec(text.replace(/\.wsdl\.[jt]s$/.test(path) ? /\t/g : /^\t+/gm, ''));
    if (hidden) {
      problems.push(`${path}: holds U+${hidden[0].codePointAt(0)?.toString(16)}`);
    }
    if (path.endsWith('.ts') || path.endsWith('.js')) {
      problems.push(...codeProblems(path, text, statements));
    } else if (path.endsWith('.json')) {
      problems.push(...jsonProblems(path, text));
    } else if (path.endsWith('.md')) {
      problems.push(...markdownProblems(path, text));
    } else {
      problems.push(`${path}: an unexpected kind of file`);
    }
  }
  return problems;
}

const transpiled = new Map<string, ts.TranspileOutput>();

/** A module as CommonJS, with what is wrong with its syntax: once for each text, because that is most of the time that these tests take. */
function transpile(text: string): ts.TranspileOutput {
  const known = transpiled.get(text);
  if (known !== undefined) {
    return known;
  }
  const output = ts.transpileModule(text, {
    fileName: 'module.ts',
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
  });
  transpiled.set(text, output);
  return output;
}

function codeProblems(path: string, text: string, allowed: ReadonlySet<ts.SyntaxKind>): readonly string[] {
  const problems: string[] = [];
  const { diagnostics } = transpile(text);
  for (const { messageText } of diagnostics ?? []) {
    problems.push(`${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  for (const statement of source.statements) {
    if (!allowed.has(statement.kind)) {
      problems.push(`${path}: a statement of kind ${ts.SyntaxKind[statement.kind]}`);
    }
  }
  const visit = (node: ts.Node): void => {
    if (foreign.has(node.kind) && !isDocument(node, path)) {
      problems.push(`${path}: ${ts.SyntaxKind[node.kind]}`);
    }
    if (ts.isCallExpression(node) && node.expression.getText(source).split('.')[0] === canaryText) {
      problems.push(`${path}: calls ${canaryText}`);
    }
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === '__proto__') {
      problems.push(`${path}: sets a prototype`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  const { libReferenceDirectives, referencedFiles, typeReferenceDirectives } = source;
  const references = [...libReferenceDirectives, ...referencedFiles, ...typeReferenceDirectives];
  if (
    references.length > 0 ||
    /^\s*(?:\/\/+|\/?\*+)\s*(?:@ts-|[#@]\s*source)/m.test(isData(path) ? checkedSource(text) : text)
  ) {
    problems.push(`${path}: a directive`);
  }
  return problems;
}

/** True for modules of descriptors, which begin with a directive of our own. */
function isData(path: string): boolean {
  return /^src\/(?:elements|schema(?:\/.+)?)\.ts$/.test(path);
}

/** True for the text of a document, in the one place where templates write a literal with lines. */
function isDocument(node: ts.Node, path: string): boolean {
  return (
    /\.wsdl\.[jt]s$/.test(path) &&
    ts.isNoSubstitutionTemplateLiteral(node) &&
    ts.isPropertyAssignment(node.parent) &&
    node.parent.name.getText() === 'text'
  );
}

function jsonProblems(path: string, text: string): readonly string[] {
  const keys = Object.keys(JSON.parse(text) as object);
  const contract = 'formatVersion attributes elements namespaces placeholders services types';
  if (path === 'codegen.contract.json') {
    return keys.filter((key) => !contract.split(' ').includes(key)).map((key) => `${path}: the key ${key}`);
  }
  const known =
    'name version description type sideEffects main types typesVersions exports engines files scripts dependencies devDependencies compilerOptions include';
  return keys.filter((key) => !known.split(' ').includes(key)).map((key) => `${path}: the key ${key}`);
}

const inReadme: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.ExpressionStatement,
]);

/** Text outside of code must be free of markup; code must be code. */
function markdownProblems(path: string, text: string): readonly string[] {
  const problems: string[] = [];
  const prose: string[] = [];
  let code: string[] | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('```') || line.startsWith('~~~')) {
      if (code === undefined && line !== '```ts') {
        problems.push(`${path}: a fence "${line.slice(0, 40)}"`);
      }
      if (code !== undefined) {
        problems.push(...codeProblems(path, code.join('\n').replace(/^await /gm, ''), inReadme));
      }
      code = code === undefined ? [] : undefined;
    } else {
      (code ?? prose).push(line);
    }
  }
  if (code !== undefined) {
    problems.push(`${path}: a fence that does not end`);
  }
  const bare = prose.join('\n').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
  for (const markup of [/<[a-z!/?]/i, /(?<!\\)\]\s*[([:]/, /(?<!\\)!\[/, /^\s*(?:-{3,}|={3,})\s*$/m]) {
    const match = markup.exec(bare);
    if (match) {
      problems.push(`${path}: markup "${bare.slice(match.index, match.index + 40)}"`);
    }
  }
  return problems;
}

/** Loads every module of a package; tells whether anything called the canary, in this realm or the modules' own. */
export function runsCanary(files: ReadonlyMap<string, string>): boolean {
  let called = false;
  const canary = (): void => {
    called = true;
  };
  const context = createContext({ [canaryText]: canary });
  const outer = globalThis as Record<string, unknown>;
  outer[canaryText] = canary;
  try {
    const loaded = new Map<string, { exports: Record<string, unknown> }>();
    const load = (path: string): Record<string, unknown> => {
      const known = loaded.get(path);
      if (known) {
        return known.exports;
      }
      const text = files.get(path) ?? '';
      const outputText = path.endsWith('.cjs') ? text : transpile(text).outputText;
      const module = { exports: {} };
      loaded.set(path, module);
      const find = (name: string): unknown =>
        name.startsWith('.')
          ? load(posix.join(posix.dirname(path), path.endsWith('.cjs') ? name : name.replace(/\.js$/, '.ts')))
          : jest.requireActual(name);
      const run = runInContext(`(function (require, module, exports) {${outputText}\n})`, context) as (
        ...values: readonly unknown[]
      ) => void;
      run(find, module, module.exports);
      return module.exports;
    };
    for (const path of files.keys()) {
      if (/(?<!\.d)\.ts$|\.cjs$/.test(path)) {
        load(path);
      }
    }
  } finally {
    delete outer[canaryText];
  }
  return called;
}
