import type { LaterEngine } from '../../schema/context/encoder.js';
import { laterContent } from '../../schema/encode/gaps.js';
import type { LaterBytes, LaterContent, XmlWriterOptions } from '../../xml/interfaces/writer.js';
import { XmlWriter } from '../../xml/write/xml-writer.js';
import { standInFor } from './opened-source.js';
import { isByteSource, isItemSource } from './sources.js';

/** Does again what was done to a writer. */
type Step = (writer: XmlWriter) => void;

/** An open element: how it was begun, and whether its start tag is still open. */
interface OpenElement {
  readonly steps: Step[];
  tagOpen: boolean;
}

/** A place in a document where content comes later. */
export interface DocumentGap {
  readonly content: LaterContent & { readonly source: object };
  /** True if the start tag around the place is not ended yet: it has no content before the place. */
  readonly tagOpen: boolean;
  /** Begins the elements around the place in another writer, which then has the same prefixes. */
  open(writer: XmlWriter): void;
}

/** A document, or a part of one, with gaps: `texts` has one entry more than `gaps`. */
export interface GappedText {
  readonly texts: readonly string[];
  readonly gaps: readonly DocumentGap[];
}

/** The only comment in what is written from values: markup of theirs is escaped. */
const mark = '<!---->';

/**
 * A writer that leaves gaps for content that comes later. It notes how the open elements were begun, so that other writers can
 * continue in them.
 */
export class LaterWriter extends XmlWriter {
  readonly later: LaterEngine = laterContent((content) => this.#leave(content));
  readonly #packs: boolean;
  readonly #gaps: DocumentGap[] = [];
  readonly #elements: OpenElement[] = [];

  constructor(options: XmlWriterOptions) {
    super(options);
    this.#packs = options.attach !== undefined;
  }

  /** Nothing is written that is not noted. */
  override get ready(): undefined {
    return undefined;
  }

  override startElement(
    namespace: string,
    name: string,
    preferredPrefix?: string,
    declarations?: Readonly<Record<string, string>>,
  ): void {
    super.startElement(namespace, name, preferredPrefix, declarations);
    this.#endTag();
    const begin: Step = (writer) => writer.startElement(namespace, name, preferredPrefix, declarations);
    this.#elements.push({ steps: [begin], tagOpen: true });
  }

  override endElement(): void {
    super.endElement();
    this.#elements.pop();
  }

  override declare(prefix: string, namespace: string): void {
    super.declare(prefix, namespace);
    this.#note((writer) => writer.declare(prefix, namespace));
  }

  override attribute(namespace: string, name: string, value: string, preferredPrefix?: string): void {
    super.attribute(namespace, name, value, preferredPrefix);
    this.#note((writer) => writer.attribute(namespace, name, value, preferredPrefix));
  }

  override text(value: string): void {
    super.text(value);
    if (value !== '') {
      this.#endTag();
    }
  }

  override prefixFor(namespace: string): string {
    const prefix = super.prefixFor(namespace);
    // It may have declared the prefix.
    this.#note((writer) => writer.prefixFor(namespace));
    return prefix;
  }

  /** Leaves a gap. Binary content of a package is a part of it instead. */
  #leave(content: LaterContent): boolean {
    const { source } = content;
    if (content.kind === 'bytes' ? !isByteSource(source) : !isItemSource(source)) {
      return false;
    }
    if (content.kind === 'bytes' && this.#packs && isPackable(content)) {
      return this.binary(standInFor({ source: source as object, path: content.path }));
    }
    const steps = this.#elements.flatMap((element) => element.steps);
    this.#gaps.push({
      content: { ...content, source: source as object },
      tagOpen: this.#elements.at(-1)?.tagOpen === true,
      open: (writer) => {
        for (const step of steps) {
          step(writer);
        }
      },
    });
    super.comment('');
    this.#endTag();
    return true;
  }

  /** What was written, cut at the gaps. */
  gapped(): GappedText {
    const gaps = this.#gaps;
    const texts = this.toString().split(mark);
    return {
      gaps,
      texts: texts.map((text, index) => (gaps[index]?.tagOpen === true ? text.slice(0, -1) : text)),
    };
  }

  #endTag(): void {
    const element = this.#elements.at(-1);
    if (element !== undefined) {
      element.tagOpen = false;
    }
  }

  #note(step: Step): void {
    const element = this.#elements.at(-1);
    if (element?.tagOpen === true) {
      element.steps.push(step);
    }
  }
}

/** Only base64 may leave the envelope (XOP 1.0, 3.1). */
function isPackable({ form }: LaterBytes): boolean {
  return form === 'base64';
}
