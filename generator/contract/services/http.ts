import type {
  BindingMessage,
  BindingOperationDefinition,
  MessageDefinition,
  MimeContent,
  OperationDefinition,
} from '../../wsdl/components.js';
import { httpKinds } from '../binding-kinds.js';
import type { ExpandedName, HttpBindingKind, HttpOperationBinding, HttpOutput, HttpParameter, Part } from '../model.js';
import { splitExpandedName } from '../names.js';
import type { ServicesContext } from './context.js';
import { unfitParameters, unsendableParameters } from './form-parameters.js';
import { plainChildren } from './lookup.js';
import type { Offer } from './offer.js';
import { messageOf, messageOfParts, partsOf, writableParts } from './references.js';

/** The input of `offerHttp`: an operation of an HTTP binding and the operation of its port type. */
export interface HttpSource {
  readonly port: string;
  readonly portType: ExpandedName;
  readonly kind: HttpBindingKind;
  readonly definition: OperationDefinition;
  readonly bound: BindingOperationDefinition;
}

interface Side {
  readonly parts: readonly Part[];
  /** Where they are from; undefined if nothing goes this way. */
  readonly message: MessageDefinition | undefined;
}

/** An operation over HTTP GET or POST (WSDL 1.1, 4); undefined if it cannot be offered, which is reported. */
export function offerHttp(context: ServicesContext, source: HttpSource): Offer | undefined {
  const { definition, bound } = source;
  const input = readParts(context, definition, 'input');
  const document = documentPart(context, definition, bound.output);
  const output = document === undefined ? readParts(context, definition, 'output') : noParts;
  const form = inputForm(source.kind, bound.input);
  if (form === undefined) {
    const types = bound.input?.contents.flatMap((content) => content.type ?? []).join(', ') ?? '';
    context.report('contract/unsupported-http-input', { operation: definition.name, types }, bound.position);
    return undefined;
  }
  if (input === undefined || output === undefined) {
    return undefined;
  }
  const answer = document ?? outputOf(output.parts, bound.output);
  const elements = [form === 'xml' ? input : undefined, answer.kind === 'xml' ? output : undefined];
  const lost = `HTTP form of operation "${definition.name}"`;
  for (const side of elements) {
    if (side?.message && !writableParts(context, lost, side.parts, side.message)) {
      return undefined;
    }
  }
  const binding: HttpOperationBinding = {
    kind: source.kind,
    ports: [source.port],
    location: bound.location ?? '',
    input: form,
    parameters: form === 'xml' ? input.parts.map(parameterOf) : input.parts.flatMap((p) => expandPart(context, p)),
    output: answer,
  };
  const unfit = unfitParameters(context.lookup, input.parts, binding);
  if (unfit !== undefined) {
    const { location } = binding;
    context.report('contract/unfit-parameters', { operation: definition.name, location, ...unfit }, bound.position);
    return undefined;
  }
  reportUnsendable(context, source, binding);
  const reference = definition.input ?? definition.output;
  const documentation = definition.documentation ?? bound.documentation;
  return {
    portType: source.portType,
    definition,
    ...(definition.input && { input: messageOfParts(input.parts) }),
    ...(definition.output && { output: messageOfParts(output.parts) }),
    faults: [],
    binding,
    messageName: reference === undefined ? '' : splitExpandedName(reference.message).local,
    ...(documentation !== undefined && { documentation }),
    position: definition.position,
  };
}

/** Says which parameters cannot be sent: a query or form has texts only. */
function reportUnsendable(
  context: ServicesContext,
  { definition, bound }: HttpSource,
  { input, parameters }: HttpOperationBinding,
): void {
  const unsendable = input === 'xml' ? [] : unsendableParameters(context.lookup, parameters);
  if (unsendable.length > 0) {
    const names = unsendable.map(({ name }) => `"${name}"`).join(', ');
    context.report('contract/complex-parameter', { operation: definition.name, names }, bound.position);
  }
}

const noParts: Side = { parts: [], message: undefined };

/** The answer, where its only part has neither an element nor a type and the binding says that it is XML. */
function documentPart(
  context: ServicesContext,
  { output }: OperationDefinition,
  bound: BindingMessage | undefined,
): (HttpOutput & { readonly kind: 'document' }) | undefined {
  const message = output && context.definitions.messages.get(output.message);
  const [part, ...others] = message?.parts ?? [];
  if (part === undefined || others.length > 0 || part.element !== undefined || part.type !== undefined) {
    return undefined;
  }
  return bound?.contents.some(isXml) ? { kind: 'document', part: part.name } : undefined;
}

function readParts(
  context: ServicesContext,
  definition: OperationDefinition,
  side: 'input' | 'output',
): Side | undefined {
  const reference = definition[side];
  if (reference === undefined) {
    return { parts: [], message: undefined };
  }
  const message: MessageDefinition | undefined = messageOf(context, definition.name, reference);
  const parts = message && partsOf(context, definition.name, message.parts, message.name);
  return parts && { parts, message };
}

/** How the request carries its values; undefined for content types that no form of ours has. */
function inputForm(
  kind: HttpBindingKind,
  message: BindingMessage | undefined,
): HttpOperationBinding['input'] | undefined {
  if (message?.urlReplacement) {
    return 'urlReplacement';
  }
  if (message?.urlEncoded) {
    return 'urlEncoded';
  }
  if (message?.multipart) {
    return 'multipart';
  }
  const contents = message?.contents ?? [];
  if (contents.length === 0) {
    return httpKinds[kind].input;
  }
  return contents.map(formOf).find((form) => form !== undefined);
}

function formOf(content: MimeContent): HttpOperationBinding['input'] | undefined {
  if (isXml(content)) {
    return 'xml';
  }
  switch (content.type?.toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return 'form';
    case 'multipart/form-data':
      return 'multipart';
    default:
      return undefined;
  }
}

function isXml(content: MimeContent): boolean {
  if (content.kind === 'xml') {
    return true;
  }
  return content.type !== undefined && /^(text|application)\/([^;]*\+)?xml\b/i.test(content.type);
}

function parameterOf(part: Part): HttpParameter {
  return {
    name: part.name,
    ...(part.type !== undefined && { type: part.type }),
    ...(part.element !== undefined && { element: part.element }),
  };
}

/** The children of an element part are the parameters, where it is a plain sequence (as Axis2 means it). */
function expandPart(context: ServicesContext, part: Part): readonly HttpParameter[] {
  const children = part.element === undefined ? undefined : plainChildren(context.lookup, part.element);
  return children?.map((child) => ({ name: child.name, type: child.type })) ?? [parameterOf(part)];
}

function outputOf(parts: readonly Part[], message: BindingMessage | undefined): HttpOutput {
  const contents = message?.contents ?? [];
  const xml = contents.find(isXml);
  const named = (xml ?? contents[0])?.part;
  const part = parts.find((candidate) => candidate.name === named) ?? (parts.length === 1 ? parts[0] : undefined);
  if (part !== undefined && (xml !== undefined || contents.length === 0)) {
    const { name, ...what } = parameterOf(part);
    return { kind: 'xml', ...what, part: name };
  }
  // XML of a part that the message does not have is nothing that could be read.
  const others = contents.filter((content) => content.kind !== 'xml');
  if (others.length === 0) {
    return { kind: 'empty' };
  }
  const contentTypes = contents.map((content) => content.type ?? 'application/octet-stream');
  return { kind: 'content', contentTypes, ...(part && { part: part.name }) };
}
