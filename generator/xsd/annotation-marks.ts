import { deprecationIn } from '../source/deprecation.js';
import type { SourceElement } from '../source/document.js';

const deprecated = /^deprecat(?:ed|ion)(since|in|version)?(?:reason|message|notice|note|warning|info|text)?$/i;

/** What the parts of an annotation say of the life of a component, beside its text. */
export class AnnotationMarks {
  #isDeprecated = false;
  readonly #reasons = new Set<string>();
  readonly #lines = new Set<string>();

  /** Reads attributes of other namespaces, such as `deprecated="true"` and `deprecatedReason`. */
  attributes({ attributes }: SourceElement): void {
    for (const { namespace, local, value } of attributes) {
      if (namespace !== '') {
        this.named(local, value);
      }
    }
  }

  /** Reads a part by its name, such as an attribute or an element. False if the name says nothing of it. */
  named(local: string, text: string): boolean {
    const value = text.replace(/\s+/g, ' ').trim();
    const name = deprecated.exec(local);
    if (name !== null) {
      this.#deprecated(/^(?:true|1|yes)$/i.test(value) ? '' : value, name[1] !== undefined);
      return true;
    }
    if (/^since(?:version)?$/i.test(local) && value !== '') {
      this.#lines.add(`Since: ${value}`);
      return true;
    }
    return false;
  }

  /** Reads a text that stands for itself. False if it says nothing of a deprecation alone. */
  text(text: string): boolean {
    const found = deprecationIn(text);
    if (found === undefined || found.marked) {
      return false;
    }
    this.#deprecated(found.reason, false);
    return true;
  }

  /** What was found, in sentences: the last paragraph of the documentation. */
  paragraphs(): readonly string[] {
    const reasons = [...this.#reasons];
    return [...this.#lines, ...(this.#isDeprecated ? [['Deprecated.', ...reasons].join(' ')] : [])];
  }

  #deprecated(reason: string, isSince: boolean): void {
    if (/^(?:false|0|no)$/i.test(reason)) {
      return;
    }
    this.#isDeprecated = true;
    if (reason !== '') {
      this.#reasons.add(isSince ? `Since ${reason}.` : reason);
    }
  }
}
