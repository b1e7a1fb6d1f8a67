import { diagnostic } from './diagnostic.js';
import {
  causeOfMany,
  diagnosticsToJson,
  formatDiagnostics,
  sortDiagnostics,
  summarizeDiagnostics,
  wantsColor,
} from './format.js';

const at = (file: string, line: number, column: number, length = 0) => ({ file, line, column, length });
const problem = (name: string, span?: ReturnType<typeof at>) => diagnostic('config/syntax', { reason: name }, span);

describe('formatDiagnostics', () => {
  it('shows place, code, the line with carets, and what to do', () => {
    const text = formatDiagnostics([problem('an unexpected "]"', at('a.json', 3, 5, 2))], {
      lineOf: (file, line) => (file === 'a.json' && line === 3 ? '  x ]] y' : undefined),
    });
    expect(text).toBe(
      [
        'a.json:3:5 error config/syntax: The config file is not valid: an unexpected "]".',
        '  3 |   x ]] y',
        '    |     ^^',
        '  help: correct the syntax at this place.',
        '',
      ].join('\n'),
    );
  });

  it('leaves the frame out when the line is not there', () => {
    expect(formatDiagnostics([problem('x', at('a', 9, 1))], { lineOf: () => undefined })).not.toContain('|');
  });

  it('keeps carets under wide characters and tabs', () => {
    const lines = formatDiagnostics([problem('x', at('a', 1, 4, 2))], { lineOf: () => '\t漢字ab' }).split('\n');
    expect(lines[1]).toBe('  1 |  漢字ab');
    expect(lines[2]).toBe('    |      ^^');
  });

  it('cuts a very long line around the place', () => {
    const line = `${'a'.repeat(5000)}HERE${'b'.repeat(5000)}`;
    const lines = formatDiagnostics([problem('x', at('a', 1, 5001, 4))], { lineOf: () => line }).split('\n');
    const source = lines[1] ?? '';
    expect(source.length).toBeLessThan(140);
    expect(source.slice(lines[2]?.indexOf('^'), (lines[2]?.lastIndexOf('^') ?? 0) + 1)).toBe('HERE');
  });

  it('shows no secrets, and keeps carets in their places, for several findings on one line', () => {
    const line = '<a x="http://user:word@host/p?token=abc123" y="http://b?key=xyz" z="1"/>';
    const columns = ['<a', 'host', 'abc', 'c123', ' y=', 'xyz', ' z=', '/>'].map((part) => line.indexOf(part) + 1);
    const lineOf = () => line;
    const text = formatDiagnostics(
      columns.map((column) => problem(`at ${column}`, at('a', 1, column))),
      { lineOf },
    ).split('\n');
    const frames = text.filter((each) => each.startsWith('  1 |'));
    const carets = text.filter((each) => each.startsWith('    |'));
    expect(new Set(frames)).toEqual(new Set(['  1 | <a x="http://host/p?token=***" y="http://b?key=***" z="1"/>']));
    const marked = carets.map((caret) => frames[0]?.slice(caret.indexOf('^')).slice(0, 3));
    expect(marked).toEqual(['<a ', 'hos', '***', '***', ' y=', '***', ' z=', '/>']);
  });

  it('does not let an input send control codes to the terminal', () => {
    const text = formatDiagnostics([problem('\u001b[2J\u202eevil', at('a\u001b', 1, 1))], {
      lineOf: () => '\u001b]0;title\u0007',
    });
    expect(text).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(text).toContain('\\u001b[2J\\u202eevil');
  });

  it('colours only when asked', () => {
    expect(formatDiagnostics([problem('x')], { color: true })).toContain('\u001b[31merror\u001b[39m');
    expect(formatDiagnostics([problem('x')])).not.toContain('\u001b');
  });

  it('prints notes with their places', () => {
    const d = diagnostic('config/syntax', { reason: 'x' }, at('a', 1, 1), [
      { message: 'it began here', span: at('b', 2, 3) },
    ]);
    expect(formatDiagnostics([d])).toContain('  note: b:2:3 it began here\n');
  });
});

describe('sortDiagnostics', () => {
  it('goes by file, line and column, places first, and keeps the order of equals', () => {
    const list = [
      problem('none'),
      problem('4', at('b', 1, 1)),
      problem('3', at('a', 10, 1)),
      problem('1', at('a', 2, 3)),
      problem('2', at('a', 2, 3)),
    ];
    expect(sortDiagnostics(list).map((d) => d.message.at(-2))).toEqual(['1', '2', '3', '4', 'e']);
  });
});

describe('diagnosticsToJson', () => {
  it('gives code, severity, texts and span', () => {
    expect(diagnosticsToJson([problem('x', at('a', 1, 2, 3))])).toEqual([
      {
        code: 'config/syntax',
        severity: 'error',
        message: 'The config file is not valid: x.',
        help: 'correct the syntax at this place.',
        span: { file: 'a', line: 1, column: 2, length: 3 },
      },
    ]);
  });
});

describe('summarizeDiagnostics', () => {
  it('counts errors and warnings', () => {
    expect(summarizeDiagnostics([problem('a'), problem('b'), diagnostic('output/kept', { path: 'x' })])).toBe(
      '2 errors, 1 warning',
    );
    expect(summarizeDiagnostics([])).toBe('');
  });
});

describe('causeOfMany', () => {
  const unread = (line: number) => diagnostic('source/outside-root', { location: '../b.xsd' }, at('a.wsdl', line, 2));
  const others = Array.from({ length: 10 }, (_, i) => problem(`${i}`, at('a.wsdl', i + 1, 1)));

  it('names the first document that was not read, where many others may follow from it', () => {
    expect(causeOfMany([...others, unread(6)])).toBe(
      'begin with a.wsdl:6:2: a document was not read, so types are incomplete, and other messages may follow from that',
    );
    expect(causeOfMany([...others, unread(7), unread(6)])).toBe(
      'begin with a.wsdl:6:2: 2 documents were not read, so types are incomplete, and other messages may follow from that',
    );
  });

  it('is empty where little follows, or all was read', () => {
    expect(causeOfMany([...others.slice(1), unread(6)])).toBe('');
    expect(causeOfMany(others)).toBe('');
  });
});

describe('wantsColor', () => {
  it('follows the terminal, NO_COLOR and FORCE_COLOR', () => {
    expect(wantsColor(true, {})).toBe(true);
    expect(wantsColor(false, {})).toBe(false);
    expect(wantsColor(true, { NO_COLOR: '1' })).toBe(false);
    expect(wantsColor(true, { NO_COLOR: '' })).toBe(true);
    expect(wantsColor(false, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true);
    expect(wantsColor(true, { FORCE_COLOR: '0' })).toBe(false);
    expect(wantsColor(true, { TERM: 'dumb' })).toBe(false);
  });
});

describe('findings that are alike', () => {
  const unresolved = (line: number, file = 'a.xsd') =>
    diagnostic('source/unknown-encoding', { encoding: `${line}` }, at(file, line, 1));
  const note = (line: number) => diagnostic('description/not-over-http', { operation: 'Get' }, at('a.yaml', line, 1));
  const shown = (found: readonly ReturnType<typeof problem>[], fold = true): readonly string[] =>
    formatDiagnostics(found, { fold }).match(/^\S+?:\d+|^ {2}and .*/gm) ?? [];
  const lines = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1);

  it('are the first one and their number, where they are many in one document', () => {
    const many = lines(33).map((line) => unresolved(line));
    expect(shown([unresolved(9, 'b.xsd'), ...many])).toEqual([
      'a.xsd:1',
      '  and 32 more source/unknown-encoding in a.xsd (--all-messages shows them)',
      'b.xsd:9',
    ]);
    expect(shown(many, false)).toHaveLength(33);
    expect(shown(lines(3).map((line) => unresolved(line)))).toEqual(['a.xsd:1', 'a.xsd:2', 'a.xsd:3']);
  });

  it('are one note', () => {
    expect(shown([note(1), note(2)])).toEqual([
      'a.yaml:1',
      '  and 1 more description/not-over-http in a.yaml (--all-messages shows it)',
    ]);
  });

  it('are each shown if they name a document that was not read', () => {
    const found = lines(9).map((line) =>
      diagnostic('source/missing-import', { location: `${line}.xsd` }, at('a.xsd', line, 1)),
    );
    expect(shown(found)).toHaveLength(9);
  });

  it('are each shown if they are errors, or say what to write into a file of the user', () => {
    const errors = lines(9).map((line) => diagnostic('wsdl/unknown-binding', { name: 'x' } as never, at('a', line, 1)));
    expect(shown(errors.map((each) => ({ ...each, severity: 'error' as const })))).toHaveLength(9);
    const methods = lines(9).map((line) => ({ ...unresolved(line), code: 'emit/missing-method' as never }));
    expect(shown(methods)).toHaveLength(9);
  });
});
