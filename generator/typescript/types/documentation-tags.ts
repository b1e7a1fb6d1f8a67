import { deprecationIn } from '../../source/deprecation.js';

/** A line that is a tag of JSDoc: those that a text may have, and no others. */
export const tagLine = /^@(?:deprecated|since|version)(?= |$)/;

/** A line that gives one value, as structured documentation and annotations do. */
const valueLine = /^(Since|Version)(?: ID| version)?: (\S+)$/;

/**
 * The lines of a text with what it says of deprecation and versions as tags of JSDoc at the end, which are `@deprecated`, `@since` and `@version`. Only a paragraph that
 * begins with the word, a line that has nothing but a version, and tags that are there count: words within sentences are no information.
 */
export function withTags(lines: readonly string[]): readonly string[] {
  const found = new TagFinder();
  const prose = paragraphsOf(lines).flatMap((paragraph) => ['', ...found.readParagraph(paragraph)]);
  return [...prose.slice(prose.findIndex((line) => line !== '')), ...found.tags()];
}

function paragraphsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (line === '') {
      paragraphs.push([]);
    } else {
      paragraphs.at(-1)?.push(line);
    }
  }
  return paragraphs.filter(({ length }) => length > 0);
}

class TagFinder {
  #reasons: Set<string> | undefined;
  readonly #values = new Set<string>();

  /** The lines of a paragraph that are no tags. */
  readParagraph(lines: readonly string[]): readonly string[] {
    const deprecation = deprecationIn(lines.join(' '));
    if (deprecation !== undefined) {
      this.#deprecated(deprecation.reason);
    }
    return deprecation?.marked === false ? [] : this.#prose(lines);
  }

  tags(): readonly string[] {
    const deprecated = this.#reasons && ['@deprecated', ...this.#reasons].join(' ');
    return [...this.#values, ...(deprecated === undefined ? [] : [deprecated])];
  }

  /** A tag for a deprecation goes on to the next tag, or to the end of its paragraph; the others have one line. */
  #prose(lines: readonly string[]): readonly string[] {
    const prose: string[] = [];
    let reason: string[] | undefined;
    for (const line of lines) {
      const [, name, value] = valueLine.exec(line) ?? [];
      if (line.startsWith('@') || name !== undefined) {
        this.#endReason(reason);
        reason = undefined;
      }
      if (/^@deprecated(?= |$)/.test(line)) {
        reason = [line.slice('@deprecated'.length).trim()];
      } else if (name !== undefined) {
        this.#values.add(`@${name.toLowerCase()} ${value}`);
      } else if (tagLine.test(line)) {
        this.#values.add(line);
      } else {
        (reason ?? prose).push(line);
      }
    }
    this.#endReason(reason);
    return prose;
  }

  #endReason(lines: readonly string[] | undefined): void {
    if (lines !== undefined) {
      this.#deprecated(lines.join(' ').replace(/\s+/g, ' ').trim());
    }
  }

  #deprecated(reason: string): void {
    this.#reasons ??= new Set();
    if (reason !== '') {
      this.#reasons.add(reason);
    }
  }
}
