/** A program made of code fences of one page. */
export interface FencedProgram {
  /** Number of the line in the page at which it starts. */
  readonly line: number;
  /** Text in which every line has the number that it has in the page. */
  readonly text: string;
}

/**
 * The TypeScript programs of a Markdown page. A fence that imports something starts one; a fence without imports goes on with the
 * one before, in a block of its own, as the pages show how to go on with a client that was made above.
 */
export function programsOf(markdown: string): readonly FencedProgram[] {
  const programs: { line: number; lines: string[] }[] = [];
  const page = markdown.split('\n');
  for (let at = 0; at < page.length; at++) {
    if (!/^```(ts|typescript)$/.test(page[at] ?? '')) {
      continue;
    }
    const end = page.indexOf('```', at);
    const body = page.slice(at + 1, end);
    if (programs.length === 0 || body.some((line) => line.startsWith('import '))) {
      programs.push({ line: at + 1, lines: Array<string>(at + 1).fill('') });
    }
    const lines = programs.at(-1)!.lines;
    const continues = lines.length < at + 1;
    while (lines.length < at + 1) {
      lines.push('');
    }
    if (continues) {
      lines[at] = '{';
    }
    lines.push(...body, continues ? '}' : '');
    at = end;
  }
  return programs.map(({ line, lines }) => ({ line, text: `${lines.join('\n')}\nexport {};\n` }));
}
