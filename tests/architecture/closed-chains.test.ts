import { ts } from 'ts-morph';
import { silentDecisions } from './closed-chains.js';

/** The subjects of the silent decisions in a function body that gets a `shape` of one of three kinds. */
function silentIn(body: string): readonly string[] {
  const text = `type Shape = { kind: 'circle'; radius: number } | { kind: 'square'; side: number } | { kind: 'line'; length: number };
declare function never(value: never): never;
export function f(shape: Shape): number | undefined { ${body} }`;
  const file = ts.createSourceFile('shape.ts', text, ts.ScriptTarget.ES2022, true);
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === 'shape.ts' ? file : undefined),
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === 'shape.ts',
    readFile: () => undefined,
  };
  const program = ts.createProgram(['shape.ts'], { noLib: true, strict: true }, host);
  return silentDecisions(program.getTypeChecker(), file).map((each) => each.replace(/^.* compares/, 'compares'));
}

const missing = ['compares shape.kind, but not with "line"'];

describe('a decision is silent', () => {
  it('when a chain of else if leaves members to nothing', () => {
    expect(
      silentIn("if (shape.kind === 'circle') { return 1; } else if (shape.kind === 'square') { return 2; }"),
    ).toEqual(missing);
  });

  it('when a row of early returns treats the others alike', () => {
    const row = "if (shape.kind === 'circle') { return 1; } if (shape.kind === 'square') { return 2; } return 3;";
    expect(silentIn(row)).toEqual(missing);
  });

  it('when a conditional expression does', () => {
    expect(silentIn("return shape.kind === 'circle' ? 1 : shape.kind === 'square' ? 2 : 3;")).toEqual(missing);
  });
});

describe('a decision is not silent', () => {
  it('when it uses a property that only the others have', () => {
    const row =
      "if (shape.kind === 'circle') { return 1; } if (shape.kind === 'square') { return 2; } return shape.length;";
    expect(silentIn(row)).toEqual([]);
  });

  it('when it passes the value to a function that accepts only the others', () => {
    const row =
      "if (shape.kind === 'circle') { return 1; } if (shape.kind === 'square') { return 2; } if (shape.kind === 'line') { return 3; } return never(shape);";
    expect(silentIn(row)).toEqual([]);
  });

  it('when it compares with only one member', () => {
    expect(silentIn("return shape.kind === 'circle' ? 1 : 2;")).toEqual([]);
  });

  it('when it asks whether the value is one of several', () => {
    expect(silentIn("if (shape.kind === 'circle' || shape.kind === 'square') { return 1; } return 2;")).toEqual([]);
  });
});
