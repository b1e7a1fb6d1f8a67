/** What an editor shows of a file, as TypeScript's language service answers it. */
import { basename, join } from 'node:path';
import { Project, ts } from 'ts-morph';

/** Names of colours by the kinds of syntax; the service numbers them. */
const ofSyntax = {
  [ts.ClassificationType.comment]: 'comment',
  [ts.ClassificationType.keyword]: 'keyword',
  [ts.ClassificationType.numericLiteral]: 'number',
  [ts.ClassificationType.stringLiteral]: 'string',
};

/** Those of names, by what they stand for: the numbers of the format "2020". */
const ofMeaning = { 0: 'type', 2: 'type', 5: 'type', 10: 'function', 11: 'function' };

/** Those of the parts of a tooltip. */
const ofPart = {
  keyword: 'keyword',
  className: 'type',
  interfaceName: 'type',
  aliasName: 'type',
  methodName: 'function',
};

/** The lines of a file in colours, its problem, and what is shown where the pointer is on a word. */
export function editorView(folder, file, word) {
  const project = new Project({ tsConfigFilePath: join(folder, 'tsconfig.json') });
  const source = project.getSourceFileOrThrow(join(folder, file)).compilerNode;
  const service = project.getLanguageService().compilerObject;
  const place = (start, length) => ({ ...source.getLineAndCharacterOfPosition(start), length });
  const [problem, ...others] = [
    ...service.getSyntacticDiagnostics(source.fileName),
    ...service.getSemanticDiagnostics(source.fileName),
  ];
  const info = service.getQuickInfoAtPosition(source.fileName, source.text.search(`\\b${word}\\b`));
  if (problem === undefined || others.length > 0 || info === undefined) {
    throw new Error(`${file} has ${others.length + (problem ? 1 : 0)} problems, and ${info ? 'a' : 'no'} tooltip`);
  }
  return {
    name: basename(file),
    lines: colouredLines(source.text, service, source.fileName),
    problem: {
      ...place(problem.start, problem.length),
      message: ts.flattenDiagnosticMessageText(problem.messageText, '\n'),
    },
    tooltip: {
      ...place(info.textSpan.start, info.textSpan.length),
      signature: info.displayParts.map(({ kind, text }) => [ofPart[kind] ?? '', text]),
      documentation: ts.displayPartsToString(info.documentation),
    },
  };
}

/** Lines as pieces: a colour and a text. */
function colouredLines(text, service, file) {
  const all = { start: 0, length: text.length };
  const { spans: syntax } = service.getEncodedSyntacticClassifications(file, all);
  const { spans: meaning } = service.getEncodedSemanticClassifications(file, all, '2020');
  const colours = new Array(text.length).fill('');
  const paint = (spans, colourOf) => {
    for (let at = 0; at < spans.length; at += 3) {
      colours.fill(colourOf(spans[at + 2]) ?? '', spans[at], spans[at] + spans[at + 1]);
    }
  };
  paint(syntax, (kind) => ofSyntax[kind]);
  paint(meaning, (kind) => ofMeaning[(kind >> 8) - 1]);
  let start = 0;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const pieces = [];
      for (const [at, character] of [...line].entries()) {
        const colour = colours[start + at];
        if (pieces.at(-1)?.[0] === colour) {
          pieces.at(-1)[1] += character;
        } else {
          pieces.push([colour, character]);
        }
      }
      start += line.length + 1;
      return pieces;
    });
}
