/** Start tags of a name that are kept. */
const maxTags = 16;
const names = /<(?:([^\s<>/:!?="']+):)?([^\s<>/:!?="']+)/g;
const attributes = /[ \t\r\n]+(?:([^\s:="'<>/]+):)?([^\s:="'<>/]+)=(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /[ \t\r\n]*\/?>/y;

/** A start tag as a document writes it. */
export interface SampleTag {
  readonly prefix: string;
  readonly attributes: readonly SampleAttribute[];
}

/** An attribute or a declaration of a namespace. */
export interface SampleAttribute {
  readonly prefix: string;
  readonly name: string;
  /** The value as it is written, between quotes. */
  readonly value: string;
  readonly quote: string;
}

/** A part of a document that shows how it writes elements: peers keep to one way. Scans are made after it; it decides nothing about what they find. */
export class ScanSample {
  readonly #text: string;
  #tags: Map<string, SampleTag[]> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first start tags with a local name. */
  tagsOf(name: string): readonly SampleTag[] {
    this.#tags ??= tagsIn(this.#text);
    return this.#tags.get(name) ?? [];
  }
}

function tagsIn(text: string): Map<string, SampleTag[]> {
  const byName = new Map<string, SampleTag[]>();
  for (const { 0: start, 1: prefix = '', 2: name = '', index } of text.matchAll(names)) {
    const same = byName.get(name) ?? [];
    const written = same.length < maxTags ? attributesAt(index + start.length, text) : undefined;
    if (written !== undefined) {
      byName.set(name, same);
      same.push({ prefix, attributes: written });
    }
  }
  return byName;
}

/** The attributes from a place to the end of the tag; undefined if there is something else. */
function attributesAt(start: number, text: string): readonly SampleAttribute[] | undefined {
  const found: SampleAttribute[] = [];
  let end = start;
  for (;;) {
    attributes.lastIndex = end;
    const next = attributes.exec(text);
    if (next === null) {
      tagEnd.lastIndex = end;
      return tagEnd.test(text) ? found : undefined;
    }
    const [, prefix = '', name = '', double, single = ''] = next;
    found.push({ prefix, name, value: double ?? single, quote: double === undefined ? "'" : '"' });
    end = attributes.lastIndex;
  }
}
