import type { TextPart, VariablePart } from './model.js';

/** A text with what stands for variables in an API client. */
export function joined(
  parts: readonly TextPart[],
  variable: (part: VariablePart) => string = ({ variable: name }) => `{{${name}}}`,
  uuid = '{{$guid}}',
): string {
  return parts.map((part) => (typeof part === 'string' ? part : 'variable' in part ? variable(part) : uuid)).join('');
}

/** The lines of a documentation, without what API clients read as a template. */
export function documentationLines(text: string): readonly string[] {
  const lines = text.replace(/\{(?=[{%#])/g, '{ ').split(/\r\n|[\r\n\u0085\u2028\u2029]/);
  return lines.map((line) => line.trim().replace(/\p{Cc}/gu, ' ')).filter((line, i) => line !== '' || i > 0);
}

/** A documentation as Markdown that shows its text: marks in it mean nothing. */
export function markdown(text: string): string {
  return documentationLines(text)
    .map((line) =>
      line.replace(/[\\`*_[\]<>&!|~#+=-]|^\d+(?=[.)])/g, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`)),
    )
    .join('\n');
}

/** Items by what they have in common, in the order of the first of each. */
export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  }
  return groups;
}

/** Data as JSON for people, with an end of its last line. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
