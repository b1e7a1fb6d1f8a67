/** Tests of an answer, in the JavaScript of each API client. Nothing of a description is in it but names of elements, as texts. */

/** What a script asks its API client. */
export interface ScriptHost {
  /** Expressions for the status and the text of the answer. */
  readonly status: string;
  readonly text: string;
  /** A statement that tests something: `title` and `holds` are expressions. */
  readonly test: (title: string, holds: string) => string;
}

/** The lines of a script that tests status and elements of an answer. */
export function testScript(
  statuses: readonly number[],
  elements: readonly string[],
  { status, text, test }: ScriptHost,
): readonly string[] {
  const ofStatus = test(`'status ${statuses.join(' or ')}'`, `${jsText(statuses)}.includes(${status})`);
  return elements.length === 0
    ? [ofStatus]
    : [
        ofStatus,
        ...foundElements(text),
        `for (const path of ${jsText(elements)}) {`,
        `  ${test("'answer has ' + path", 'found.has(path)')}`,
        '}',
      ];
}

/** Statements that find the paths of the elements of an XML text, by their local names. */
export function foundElements(text: string): readonly string[] {
  return [
    'const open = [];',
    'const found = new Set();',
    `const xml = String(${text}).replace(/<!--[\\s\\S]*?-->|<!\\[CDATA\\[[\\s\\S]*?\\]\\]>|<\\?[\\s\\S]*?\\?>/g, '');`,
    `const tags = /<(\\/?)(?:[^\\s<>\\/:"']+:)?([^\\s<>\\/:"']+)(?:[^<>"']|"[^"]*"|'[^']*')*>/g;`,
    'for (const [tag, end, name] of xml.matchAll(tags)) {',
    "  if (end === '') {",
    '    open.push(name);',
    "    found.add(open.join('/'));",
    '  }',
    "  if (end !== '' || tag.endsWith('/>')) {",
    '    open.pop();',
    '  }',
    '}',
  ];
}

/** A text, a number or a list of them as an expression of JavaScript that is nothing else in any text around it: no template, no end of a line or a script. */
export function jsText(value: string | readonly string[] | readonly number[]): string {
  return JSON.stringify(value).replace(
    /[{}%\u007f-\uffff]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
