import type { DiagnosticCode } from '../../diagnostics/catalogue/index.js';
import {
  type Diagnostic,
  type DiagnosticNote,
  type DiagnosticParameters,
  diagnostic,
} from '../../diagnostics/diagnostic.js';
import type { SourceElement } from '../../source/document.js';
import { bundledPrefix } from '../../source/well-known/prefix.js';
import { attributeSpan, elementSpan } from '../attributes.js';

/**
 * Gathers findings about components. A schema that takes part several times (a chameleon include) has every component
 * several times, and each place is reported once; the schemas that come with the generator are not the user's.
 */
export class Findings {
  readonly diagnostics: Diagnostic[] = [];
  readonly #seen = new Map<SourceElement, Set<string>>();

  /** Reports at the value of an attribute, or at the element's name. `related` is a further place that explains it. */
  report<C extends DiagnosticCode>(
    code: C,
    parameters: DiagnosticParameters<C>,
    element: SourceElement,
    attribute?: string,
    related?: { readonly message: string; readonly element: SourceElement },
  ): void {
    if (element.position.uri.startsWith(bundledPrefix)) {
      return;
    }
    const span = attribute === undefined ? elementSpan(element) : attributeSpan(element, attribute);
    const found = diagnostic(code, parameters, span, related && [noteAt(related)]);
    const known = this.#seen.get(element) ?? new Set();
    this.#seen.set(element, known);
    if (known.has(`${code} ${found.message}`)) {
      return;
    }
    known.add(`${code} ${found.message}`);
    this.diagnostics.push(found);
  }
}

function noteAt({ message, element }: { readonly message: string; readonly element: SourceElement }): DiagnosticNote {
  return { message, span: elementSpan(element) };
}
