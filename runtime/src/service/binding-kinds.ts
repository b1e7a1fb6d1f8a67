import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import type {
  BindingKind,
  HttpBindingDescriptor,
  HttpBindingKind,
  OperationDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from './descriptor.js';
import { everyFacts } from './facts.js';
import type { SoapVersion } from './soap-version.js';

/**
 * Facts about a kind of binding that clients, servers and pages share. Their behaviour is in `client/bindings.ts` and
 * `server/bindings.ts`.
 */
interface BindingKindFacts<K extends BindingKind> {
  /** Display name. */
  readonly title: string;
  /** Method of its requests. */
  readonly verb: 'GET' | 'POST';
  /** Version of its envelopes; undefined if it has none. */
  readonly soap: K extends SoapBindingKind ? SoapVersion : undefined;
  /** The elements that the binding of an operation adds to those of its messages. */
  elements(operation: OperationDescriptor): readonly ElementDescriptor[];
}

/** The kinds of binding, in the order in which pages show them. */
export const bindingKinds: { readonly [K in BindingKind]: BindingKindFacts<K> } = {
  soap11: {
    title: 'SOAP 1.1',
    verb: 'POST',
    soap: '1.1',
    elements: ({ soap11 }) => headerElements(soap11),
  },
  soap12: {
    title: 'SOAP 1.2',
    verb: 'POST',
    soap: '1.2',
    elements: ({ soap12 }) => headerElements(soap12),
  },
  httpGet: {
    title: 'HTTP GET',
    verb: 'GET',
    soap: undefined,
    elements: ({ httpGet }) => rootElements(httpGet),
  },
  httpPost: {
    title: 'HTTP POST',
    verb: 'POST',
    soap: undefined,
    elements: ({ httpPost }) => rootElements(httpPost),
  },
};

/** All kinds, in the order of `bindingKinds`. */
export const kindNames = Object.keys(bindingKinds) as readonly BindingKind[];

/** The kinds whose messages are envelopes. */
export function isSoapKind(kind: BindingKind): kind is SoapBindingKind {
  return bindingKinds[kind].soap !== undefined;
}

/** Version of the envelopes of a SOAP binding. */
export function versionOfKind(kind: SoapBindingKind): SoapVersion {
  return bindingKinds[kind].soap;
}

/** Method of an HTTP binding. */
export function verbOfKind(kind: HttpBindingKind): 'GET' | 'POST' {
  return bindingKinds[kind].verb;
}

/** The kinds of HTTP binding by their method. */
export const kindsByVerb: ReadonlyMap<string, HttpBindingKind> = new Map(
  kindNames.flatMap((kind) => (isSoapKind(kind) ? [] : [[verbOfKind(kind), kind] as const])),
);

function headerElements(binding: SoapBindingDescriptor | undefined): readonly ElementDescriptor[] {
  return everyFacts(binding)
    .flatMap(({ inputHeaders = [], outputHeaders = [] }) => [...inputHeaders, ...outputHeaders])
    .map(({ element }) => element);
}

function rootElements(binding: HttpBindingDescriptor | undefined): readonly ElementDescriptor[] {
  return everyFacts(binding).flatMap(({ output }) => (output === undefined ? [] : [output]));
}
