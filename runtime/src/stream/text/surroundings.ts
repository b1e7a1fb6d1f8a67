import { XmlLimitError } from '../../xml/index.js';
import type { TextPosition } from '../../xml/text/position.js';
import { type OriginalText, originAt, originalPosition, type TextOrigin } from './positions.js';

/** Characters that a part counts for in addition to its own. */
const costOfPart = 64;

/** A text that grows at its end. */
class GrowingText {
  text = '';
  readonly origins: TextOrigin[] = [];
  /** Offset in the document of what would follow the text without a gap. */
  #next = -1;

  /** Characters that were added, the cost of parts included. */
  add(text: string, position: TextPosition, repeated: boolean): number {
    const last = this.origins.at(-1);
    const isPart = last === undefined || this.#next !== position.offset || (last.repeated === true) !== repeated;
    if (isPart) {
      this.origins.push({ from: this.text.length, position, ...(repeated && { repeated }) });
    }
    this.#next = position.offset + text.length;
    this.text += text;
    return text.length + (isPart ? costOfPart : 0);
  }

  /** Adds all of another text, which the document's reader has seen. */
  append({ text, origins }: OriginalText): void {
    this.origins.push(...moved(origins, this.text.length).map((origin) => ({ ...origin, repeated: true })));
    this.text += text;
    this.#next = -1;
  }
}

function moved(origins: readonly TextOrigin[], by: number): TextOrigin[] {
  return origins.map((origin) => ({ ...origin, from: origin.from + by }));
}

/** The text of a document without the items that were taken out of it. */
export class Surroundings implements OriginalText {
  readonly #maxLength: number;
  /** The document, and the elements in it that may be dropped, the innermost last. */
  readonly #texts: GrowingText[] = [new GrowingText()];
  /** Length of each of them, the cost of parts included. */
  readonly #lengths: number[] = [0];
  #length = 0;

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
      before += text.length;
      return moved(origins, before - text.length);
    });
  }

  /** Adds a part at the end. Throws `XmlLimitError`. */
  add(text: string, position: TextPosition, repeated = false): void {
    if (text === '') {
      return;
    }
    const added = this.#texts.at(-1)?.add(text, position, repeated) ?? 0;
    this.#lengths[this.#lengths.length - 1]! += added;
    this.#length += added;
    if (this.#length > this.#maxLength) {
      const fitting = Math.max(0, text.length - (this.#length - this.#maxLength));
      throw new XmlLimitError(
        `What surrounds the items is longer than ${this.#maxLength} characters`,
        originalPosition({ text, origins: [{ from: 0, position }] }, fitting),
      );
    }
  }

  /** Where the next part is added: for `since`. */
  get end(): number {
    return this.#texts.at(-1)?.text.length ?? 0;
  }

  /** What was added after there. */
  since(end: number): OriginalText {
    const { text, origins } = this.#texts.at(-1) ?? new GrowingText();
    const first = originAt(origins, end);
    const before = { from: 0, position: originalPosition({ text, origins }, end), repeated: first.repeated === true };
    const others = origins.filter(({ from }) => from > end).map((origin) => ({ ...origin, from: origin.from - end }));
    return { text: text.slice(end), origins: [before, ...others] };
  }

  /** What is added from now on is an element that may be dropped, until `take`. */
  begin(): void {
    this.#texts.push(new GrowingText());
    this.#lengths.push(0);
  }

  /** The element that was begun last; it is dropped unless `isKept`. */
  take(isKept: boolean): OriginalText {
    const taken = this.#texts.pop() ?? new GrowingText();
    const length = this.#lengths.pop() ?? 0;
    if (isKept) {
      this.#texts.at(-1)?.append(taken);
      this.#lengths[this.#lengths.length - 1]! += length;
    } else {
      this.#length -= length;
    }
    return taken;
  }
}
