import { InternalError } from '../internal-error.js';

/** The loss that an error causes: a part of a document, or a whole document. */
export type Flaw = 'part' | 'document';

/** One entry of the catalogue: severity and wording. Placeholders of the wording are the fields of `P`. */
export interface CatalogueEntry<P> {
  readonly severity: 'error' | 'warning' | 'info';
  /**
   * An error in a WSDL or schema that affects only what depends on it. It counts as a warning unless the user asks for
   * strictness: somebody else wrote the document, and the rest of it is right. `document`: a document could not be read. That
   * is a flaw only if all inputs could be read, because the services of an input must not vanish from the package.
   */
  readonly flaw?: Flaw;
  /** One sentence that says what is wrong. */
  readonly message: (parameters: P) => string;
  /** One sentence that says what to do. */
  readonly help: (parameters: P) => string;
}

/** A sentence with the parameter `name` in the place of `{name}`, items of a list with commas; or a function that makes one. */
type Wording = string | ((parameters: never) => string);

/** The parameters that a wording needs. */
type ParametersOf<W> = W extends string
  ? Readonly<Record<NamesIn<W>, string | number | readonly string[]>>
  : W extends (parameters: infer P) => string
    ? P
    : never;

/** The names in braces of a sentence. */
type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Makes an entry; its parameters are those of both wordings. */
interface EntryMaker {
  <P>(message: (parameters: P) => string, help: (parameters: P) => string): CatalogueEntry<P>;
  <const M extends Wording, const H extends Wording>(
    message: M,
    help: H,
  ): CatalogueEntry<ParametersOf<M> & ParametersOf<H>>;
}

/** Nothing is generated after it. */
export const error: EntryMaker = makerOf({ severity: 'error' });
/** Something that is probably not meant. */
export const warning: EntryMaker = makerOf({ severity: 'warning' });
/** Something that is good to know. */
export const info: EntryMaker = makerOf({ severity: 'info' });
/** A flaw that costs a part of a document. */
export const flaw: EntryMaker = makerOf({ severity: 'error', flaw: 'part' });
/** A flaw that costs a document. */
export const documentFlaw: EntryMaker = makerOf({ severity: 'error', flaw: 'document' });

function makerOf(kind: Pick<CatalogueEntry<never>, 'severity' | 'flaw'>): EntryMaker {
  const make = (message: Wording, help: Wording): CatalogueEntry<never> => {
    return { ...kind, message: sentence(message), help: sentence(help) };
  };
  return make as EntryMaker;
}

/** Help about a name that is not known: the nearest one that is, and what to do where there is none. */
export function didYouMean<const W extends Wording>(
  otherwise: W,
): (parameters: ParametersOf<W> & { readonly nearest?: string | undefined }) => string {
  return (parameters) =>
    parameters.nearest === undefined ? sentence(otherwise)(parameters) : `did you mean "${parameters.nearest}"?`;
}

function sentence(wording: Wording): (parameters: object) => string {
  if (typeof wording !== 'string') {
    return wording as (parameters: object) => string;
  }
  return (parameters) => {
    const values = new Map<string, unknown>(Object.entries(parameters));
    return wording.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values.get(name);
      if (value === undefined) {
        throw new InternalError(`"${wording}" needs the parameter "${name}"`);
      }
      return Array.isArray(value) ? value.join(', ') : String(value);
    });
  };
}
