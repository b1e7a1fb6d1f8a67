import { bodyParts } from './body-parts.js';
import type {
  BindingKind,
  ExpandedName,
  HttpBindingKind,
  HttpOperationBinding,
  Operation,
  OperationBinding,
  Part,
  SoapBindingKind,
  SoapOperationBinding,
} from './model.js';

/** The facts that the bindings of a kind have. */
type BindingOf<K extends BindingKind> = K extends SoapBindingKind ? SoapOperationBinding : HttpOperationBinding;

/** A function for the bindings of each kind, which are given to it with their own type. A new kind is an error here until it has one. */
export type BindingTable<Args extends readonly unknown[], R> = {
  readonly [K in BindingKind]: (binding: BindingOf<K>, ...args: Args) => R;
};

/** Calls the function of a table for the kind of the binding. */
export function askTable<Args extends readonly unknown[], R>(
  table: BindingTable<Args, R>,
  binding: OperationBinding,
  ...args: Args
): R {
  const entry = table[binding.kind] as (binding: OperationBinding, ...args: Args) => R;
  return entry(binding, ...args);
}

/** The facts that each kind has, in the order in which kinds are listed. */
const families: { readonly [K in BindingKind]: K extends SoapBindingKind ? 'soap' : 'http' } = {
  soap11: 'soap',
  soap12: 'soap',
  httpGet: 'http',
  httpPost: 'http',
};

/** Kinds of bindings in the order in which they are listed. */
export const bindingOrder: readonly BindingKind[] = Object.keys(families) as BindingKind[];

/** Kinds of bindings in the order in which a client chooses that names none. */
export const choiceOrder: readonly BindingKind[] = ['soap11', 'soap12', 'httpPost', 'httpGet'];

/** Facts that are the same for all bindings of a kind. */
interface HttpKindFacts {
  /** The verb of `http:binding` (WSDL 1.1, 4.4). */
  readonly verb: string;
  /** How requests carry their values when the binding does not say. */
  readonly input: HttpOperationBinding['input'];
}

/** The kinds of the HTTP binding. */
export const httpKinds: Readonly<Record<HttpBindingKind, HttpKindFacts>> = {
  httpGet: { verb: 'GET', input: 'urlEncoded' },
  httpPost: { verb: 'POST', input: 'form' },
};

/** The kinds of the HTTP binding by their verb. */
export const kindOfVerb: ReadonlyMap<string, HttpBindingKind> = new Map(
  (Object.keys(httpKinds) as HttpBindingKind[]).map((kind) => [httpKinds[kind].verb, kind]),
);

/** True for the kinds whose messages are envelopes. */
export function isSoapKind(kind: BindingKind): kind is SoapBindingKind {
  return families[kind] === 'soap';
}

/** True for bindings whose messages are envelopes. */
export function isSoapBinding(binding: OperationBinding): binding is SoapOperationBinding {
  return isSoapKind(binding.kind);
}

/** True for bindings whose requests are queries and forms. */
export function isHttpBinding(binding: OperationBinding): binding is HttpOperationBinding {
  return families[binding.kind] === 'http';
}

/** An element or a type that a binding names in addition to those of the messages. */
export type BindingPart = Pick<Part, 'type'> & { readonly element?: ExpandedName };

/** The names in a binding other than the messages of its operation: parts in headers, parameters, the root of an answer. */
export function bindingParts(binding: OperationBinding): readonly BindingPart[] {
  return askTable(parts, binding);
}

/** The names in everything of an operation: its messages, faults and bindings. */
export function operationParts({ input, output, faults, bindings }: Operation): readonly BindingPart[] {
  const own = [...bodyParts(input), ...bodyParts(output), ...faults.flatMap(({ part }) => part ?? [])];
  return [...own, ...bindings.flatMap(bindingParts)];
}

const parts: BindingTable<[], readonly BindingPart[]> = {
  soap11: headerParts,
  soap12: headerParts,
  httpGet: httpParts,
  httpPost: httpParts,
};

function headerParts({ input, output }: SoapOperationBinding): readonly BindingPart[] {
  const headers = [...(input?.headers ?? []), ...(output?.headers ?? [])];
  return headers.flatMap((header) => [header.part, ...header.headerFaults]);
}

function httpParts({ parameters, output }: HttpOperationBinding): readonly BindingPart[] {
  return output.kind === 'xml' ? [...parameters, output] : parameters;
}
