import { XmlLimitError } from '../../xml/index.js';
import type { TextPosition } from '../../xml/text/position.js';
import { type OriginalText, originalPosition, type TextOrigin } from './positions.js';

/** Characters that a part counts for in addition to its own. */
const costOfPart = 64;

/** A text that grows at its end. */
class GrowingText implements OriginalText {
  text = '';
  readonly origins: TextOrigin[] = [];
  /** Its length, with the cost of parts. */
  cost = 0;
  /** Offset in the document of what would follow the text without a gap. */
  #next = -1;

  add(text: string, position: TextPosition, repeated: boolean): void {
    const last = this.origins.at(-1);
    if (last === undefined || this.#next !== position.offset || (last.repeated === true) !== repeated) {
      this.origins.push({ from: this.text.length, position, ...(repeated && { repeated }) });
      this.cost += costOfPart;
    }
    this.#next = position.offset + text.length;
    this.text += text;
    this.cost += text.length;
  }
}

/** The text of a document without the items that were taken out of it. */
export class Surroundings implements OriginalText {
  readonly #maxLength: number;
  /** The document, and the elements in it that may be dropped, the innermost last. */
  readonly #texts: GrowingText[] = [new GrowingText()];

  /** `maxLength` is in UTF-16 code units. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get text(): string {
    return this.#texts.map(({ text }) => text).join('');
  }

  get origins(): readonly TextOrigin[] {
    let before = 0;
    return this.#texts.flatMap(({ text, origins }) => {
      const start = before;
      before += text.length;
      return origins.map((origin) => ({ ...origin, from: origin.from + start }));
    });
  }

  /** Characters that may be added. */
  get room(): number {
    return this.#texts.reduce((room, { cost }) => room - cost, this.#maxLength);
  }

  /** Adds a part of the document at the end; `repeated` is one that the document's reader has seen already. Throws `XmlLimitError`. */
  add({ text, origins }: OriginalText, repeated = false): void {
    for (const [index, { from, position }] of origins.entries()) {
      const added = text.slice(from, origins[index + 1]?.from);
      if (added !== '') {
        this.#texts.at(-1)?.add(added, position, repeated);
        this.#checkRoom(added, position);
      }
    }
  }

  #checkRoom(added: string, position: TextPosition): void {
    const { room } = this;
    if (room < 0) {
      const place = originalPosition({ text: added, origins: [{ from: 0, position }] }, added.length + room);
      throw new XmlLimitError(`What surrounds the items is longer than ${this.#maxLength} characters`, place);
    }
  }

  /** What is added from now on is an element that may be dropped, until `take`. */
  begin(): void {
    this.#texts.push(new GrowingText());
  }

  /** The element that was begun last; it is dropped unless `isKept`. */
  take(isKept: boolean): OriginalText {
    const taken = this.#texts.pop() ?? new GrowingText();
    if (isKept) {
      this.add(taken, true);
    }
    return taken;
  }
}
