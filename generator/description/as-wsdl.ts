import { append } from '../diagnostics/append.js';
import type { Diagnostic, Result, Span } from '../diagnostics/diagnostic.js';
import { withLineFeeds } from '../source/decode.js';
import { uriOf } from '../source/places.js';
import { readFailure } from '../source/read-failure.js';
import type { Resolver } from '../source/resolver.js';
import { readDescription, type WsdlOfDescription } from './read.js';
import type { PrintedDocument } from './xml-text.js';

/** Inputs without any description left. */
export interface ExpandedInputs {
  readonly inputs: readonly string[];
  /** The WSDL that descriptions stand for, by identity. */
  readonly written: ReadonlyMap<string, Uint8Array>;
  /** Text of each description by its display name. */
  readonly texts: Readonly<Record<string, string>>;
  /** False if a description could not be read. */
  readonly complete: boolean;
  /** Moves diagnostics about the WSDL of a description to their position in the description. */
  readonly relocate: (diagnostics: readonly Diagnostic[]) => readonly Diagnostic[];
}

/** True for an input that is a service description by its name. */
export function isDescription(input: string): boolean {
  return /\.(ya?ml|json)$/i.test(input);
}

/**
 * Descriptions take part in a run as the WSDL that is made from them: `wallet.yaml` as `wallet.yaml/AccountApi.wsdl` and so
 * on. A description with errors does not take part.
 */
export async function expandDescriptions(
  inputs: readonly string[],
  resolver: Resolver,
): Promise<Result<ExpandedInputs>> {
  const written = new Map<string, Uint8Array>();
  const texts: Record<string, string> = {};
  const diagnostics: Diagnostic[] = [];
  const expanded: string[] = [];
  const places = new Map<string, readonly Span[]>();
  let complete = true;
  for (const input of inputs) {
    if (!isDescription(input)) {
      expanded.push(input);
      continue;
    }
    const path = resolver.pathOfInput(input);
    const [bytes, problems] = await readBytes(path, input, resolver);
    append(diagnostics, problems);
    complete &&= bytes !== undefined;
    if (!bytes) {
      continue;
    }
    const file = resolver.displayName(path);
    const text = withLineFeeds(new TextDecoder().decode(bytes));
    texts[file] = text;
    const [described, found] = await readDescription(text, file);
    append(diagnostics, found);
    for (const [name, document] of documentsOf(described)) {
      const made = `${path}/${name}`;
      written.set(uriOf(resolver.placeOfInput(made)), new TextEncoder().encode(document.text));
      places.set(`${file}/${name}`, document.places);
      expanded.push(made);
    }
  }
  const move = (span: Span): Span => places.get(span.file)?.[span.line - 1] ?? span;
  const relocate: ExpandedInputs['relocate'] = (found) => found.map((each) => moved(each, move));
  return [{ inputs: expanded, written, texts, complete, relocate }, diagnostics];
}

function moved({ span, notes, ...found }: Diagnostic, move: (span: Span) => Span): Diagnostic {
  return {
    ...found,
    ...(span && { span: move(span) }),
    ...(notes && { notes: notes.map((note) => (note.span ? { ...note, span: move(note.span) } : note)) }),
  };
}

/** The WSDL of each service, and one for the types that no service uses; no service can have its name. */
function documentsOf({ services, types }: WsdlOfDescription): ReadonlyMap<string, PrintedDocument> {
  const all = types === undefined ? services : new Map([...services, ['$types', types]]);
  return new Map([...all].map(([name, document]) => [`${name}.wsdl`, document]));
}

/** Most bytes of a description. */
const maxBytes = 16 * 1024 * 1024;

async function readBytes(path: string, input: string, resolver: Resolver): Promise<Result<Uint8Array | undefined>> {
  const outcome = await resolver.readFile(path, { maxBytes });
  return outcome.kind === 'found' ? [outcome.bytes, []] : [undefined, [readFailure(outcome, input, { maxBytes })]];
}
