import { splitExpandedName } from '../contract/names.js';
import { type Diagnostic, diagnostic, type Span } from '../diagnostics/diagnostic.js';

/** A part of the description that gives something a name in the WSDL. */
export interface NameOwner {
  /** As a phrase in a sentence: `the operation "Get"`. */
  readonly what: string;
  readonly span: Span;
}

/** Things that have names in a WSDL. Each kind has its own symbol space (WSDL 1.1, 2.1.1; XML Schema Part 1, 2.5). */
export type NamedComponent = 'element' | 'message' | 'port type' | 'binding';

const uncounted: ReadonlySet<string> = new Set(['documentation', 'span', 'baseSpan']);

interface Taken {
  readonly definition: string;
  readonly owner: NameOwner;
}

/**
 * The names in the WSDL of a description. A name is unique in its namespace, whichever service it belongs to: if two parts of
 * the description need the same name for different things, the second is reported, and the first keeps the name.
 */
export class NamesTaken {
  readonly diagnostics: Diagnostic[] = [];
  readonly #reported = new Set<string>();
  readonly #taken = new Map<string, Taken>();

  /**
   * Reserves a name. False if it already means something else.
   *
   * @param name Expanded name.
   * @param definition Plain data that says what the name means. Documentation and places do not count.
   */
  take(component: NamedComponent, name: string, definition: unknown, owner: NameOwner): boolean {
    const key = `${component} ${name}`;
    const text = JSON.stringify(definition, (property, value) => (uncounted.has(property) ? undefined : value));
    const first = this.#taken.get(key);
    if (first === undefined) {
      this.#taken.set(key, { definition: text, owner });
      return true;
    }
    if (first.definition === text) {
      return true;
    }
    // One operation reserves several names: the first report is enough.
    const place = `${owner.span.line}:${owner.span.column}`;
    if (this.#reported.has(place)) {
      return false;
    }
    this.#reported.add(place);
    const parameters = { what: owner.what, other: first.owner.what, component, name: splitExpandedName(name).local };
    const note = { message: `${capitalised(first.owner.what)} is here.`, span: first.owner.span };
    this.diagnostics.push(diagnostic('description/name-collision', parameters, owner.span, [note]));
    return false;
  }
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
