import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { namedSources, packageFolders, root, sourcesBelow } from './imports.js';

/** What has been reached. A change may lower these numbers, never raise them: take out as much as you put in, or put the code into a package of its own. */
const most = {
  linesOfFunction: 60,
  shortFilesOfRuntime: 23,
  codeLines: { generator: 63_960, runtime: 53_800, core: 38_100, generatorAndRuntime: 117_740, all: 133_600 },
};

/** A file of the runtime with fewer lines has to be a subject of its own. */
const shortFile = 30;
/** What programs import: an entry is a subject, however short it is. */
const entries = new Set(namedSources('runtime'));

const runtime = sourcesBelow('runtime/src');
const generator = sourcesBelow('generator');
/** Of the runtime, what neither a call, an answer nor a document that is read or written as a whole needs. */
const besideCore =
  /^runtime\/src\/(?:data-set|documents|exchange|json|layers|security|stream|schema\/(?:json|json-schema|sample)|server\/pages)\//;
const core = runtime.filter((file) => !besideCore.test(file));
const packages = packageFolders.flatMap(sourcesBelow);
const sources = new Map([...generator, ...runtime, ...packages].map((file) => [file, parse(file)]));

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** The lines from the first to the last character of a node, without comments before it. */
function linesOf(source: ts.SourceFile, node: ts.Node): readonly [first: number, last: number] {
  const lineAt = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line + 1;
  return [lineAt(node.getStart(source)), lineAt(node.getEnd())];
}

function longFunctions(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node) {
      const [first, last] = linesOf(source, node);
      if (last - first >= most.linesOfFunction) {
        found.push(`${source.fileName}:${first} has ${last - first + 1} lines`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The number of lines that contain something else than comments. */
function codeLines(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + knownLines(file), 0);
}

/** Files are counted in several sums. */
const counted = new Map<string, number>();

function knownLines(file: string): number {
  const lines = counted.get(file) ?? linesWithCode(sources.get(file) as ts.SourceFile);
  counted.set(file, lines);
  return lines;
}

function linesWithCode(source: ts.SourceFile): number {
  let code = '';
  let at = 0;
  for (const literal of literalsOf(source)) {
    code += withoutComments(source.text.slice(at, literal.getStart(source))) + literal.getText(source);
    at = literal.getEnd();
  }
  code += withoutComments(source.text.slice(at));
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** What may contain the marks of comments, in the order of the text. */
function literalsOf(source: ts.SourceFile): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function withoutComments(code: string): string {
  return code.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));
}

it('no function is longer than a screen', () => {
  expect([...sources.values()].flatMap(longFunctions)).toEqual([]);
});

it('few files of the runtime have only some lines: what is read together stands together', () => {
  const linesIn = (file: string): number => (sources.get(file) as ts.SourceFile).text.split('\n').length - 1;
  const short = runtime.filter((file) => !entries.has(file) && linesIn(file) < shortFile);
  expect(short.length > most.shortFilesOfRuntime ? short : []).toEqual([]);
});

it.each([
  ['the generator', generator, most.codeLines.generator],
  ['the runtime', runtime, most.codeLines.runtime],
  ["the runtime's core", core, most.codeLines.core],
  ['generator and runtime', [...generator, ...runtime], most.codeLines.generatorAndRuntime],
  ['generator, runtime and packages', [...sources.keys()], most.codeLines.all],
])('the code of %s does not grow', (_, files, limit) => {
  expect(codeLines(files)).toBeLessThanOrEqual(limit);
});
