import { isNCName } from '@wsdl-codegen/runtime/xml';
import type {
  BindingMessage,
  BindingOperationDefinition,
  MessageDefinition,
  MessageReference,
  OperationDefinition,
  PartDefinition,
  SoapHeaderDefinition,
  SoapStyle,
} from '../../wsdl/components.js';
import { defaultActionBase } from '../addressing.js';
import type {
  Addressing,
  ExpandedName,
  Fault,
  Message,
  MimePart,
  Part,
  SoapBindingKind,
  SoapHeader,
  SoapMessageBinding,
  SoapOperationBinding,
} from '../model.js';
import { splitExpandedName } from '../names.js';
import { isAspNetMessage, isReferenceType } from '../null-references.js';
import type { ServicesContext } from './context.js';
import { plainChildren } from './lookup.js';
import type { Offer } from './offer.js';
import { messageOf, messageOfParts, partOf, partsOf, resolve, writableParts } from './references.js';
import { suggestedWord, suggestion } from './suggestions.js';

/** The input of `offerSoap`: an operation of a SOAP binding and the operation of its port type. */
export interface SoapSource {
  readonly port: string;
  readonly portType: ExpandedName;
  readonly kind: SoapBindingKind;
  /** The style of operations that do not name one. */
  readonly style: SoapStyle;
  /** How the port, its binding or port type asks for WS-Addressing. */
  readonly addressing: Addressing | undefined;
  readonly definition: OperationDefinition;
  readonly bound: BindingOperationDefinition;
}

interface Side {
  readonly message: Message;
  readonly binding: SoapMessageBinding;
}

/** An operation over SOAP (WSDL 1.1, 3); undefined if something it depends on is missing, which is reported. */
export function offerSoap(context: ServicesContext, source: SoapSource): Offer | undefined {
  const { definition, bound } = source;
  const style = bound.style ?? source.style;
  const input = definition.input && readSide(context, source, style, definition.input, bound.input, 'input');
  const output = definition.output && readSide(context, source, style, definition.output, bound.output, 'output');
  if ((definition.input && !input) || (definition.output && !output)) {
    return undefined;
  }
  const isWrapped = isWrappedStyle(definition, input?.message);
  const marked = (message: Message | undefined, reference: MessageReference | undefined): Message | undefined =>
    isWrapped ? markWrapped(context, message) : markAbsent(context, message, reference);
  const inputMessage = marked(input?.message, definition.input);
  const outputMessage = marked(output?.message, definition.output);
  const documentation = definition.documentation ?? bound.documentation;
  const reference = definition.input ?? definition.output;
  const encodedFaults = readEncodedFaults(source, input, output);
  const { addressing } = source;
  const binding: SoapOperationBinding = {
    kind: source.kind,
    ports: [source.port],
    soapAction: bound.soapAction ?? '',
    soapActionRequired: bound.soapActionRequired ?? true,
    style,
    ...(input && { input: input.binding }),
    ...(output && { output: output.binding }),
    ...(encodedFaults.length > 0 && { encodedFaults }),
    ...actionsOf(source),
    ...(addressing && { addressing }),
  };
  return {
    portType: source.portType,
    definition,
    ...(inputMessage && { input: inputMessage }),
    ...(outputMessage && { output: outputMessage }),
    faults: readFaults(context, definition),
    binding,
    messageName: reference === undefined ? '' : splitExpandedName(reference.message).local,
    ...(documentation !== undefined && { documentation }),
    position: definition.position,
  };
}

/**
 * The actions of WS-Addressing, which only say values and do not ask for it (1.0 Metadata, 4.4.1); default ones, where it is asked for and the names of the messages make them
 * other than usual (4.4.4).
 */
function actionsOf({
  definition,
  portType,
  bound,
  addressing,
}: SoapSource): Pick<SoapOperationBinding, 'inputAction' | 'outputAction'> {
  const { name, input, output, pattern } = definition;
  const base = defaultActionBase(portType);
  const defaultOf = (reference: MessageReference | undefined, usual: string): string | undefined =>
    addressing === undefined || reference === undefined || reference.name === usual
      ? undefined
      : `${base}${reference.name}`;
  const hasSoapAction = (bound.soapAction ?? '') !== '';
  const inputAction =
    input?.action ?? (hasSoapAction ? undefined : defaultOf(input, pattern === 'oneWay' ? name : `${name}Request`));
  const outputAction = output?.action ?? defaultOf(output, `${name}Response`);
  return {
    ...(inputAction !== undefined && { inputAction }),
    ...(outputAction !== undefined && { outputAction }),
  };
}

/** Faults that the binding declares as encoded; a fault without such a declaration is like the messages of the operation. */
function readEncodedFaults(
  { definition, bound }: SoapSource,
  ...sides: readonly (Side | undefined)[]
): readonly string[] {
  const otherwise = sides.some((side) => side?.binding.use === 'encoded') ? 'encoded' : 'literal';
  const uses = new Map(bound.faults.map(({ name, use }) => [name, use]));
  return definition.faults.map(({ name }) => name).filter((name) => (uses.get(name) ?? otherwise) === 'encoded');
}

function readSide(
  context: ServicesContext,
  source: SoapSource,
  style: SoapStyle,
  reference: MessageReference,
  bound: BindingMessage | undefined,
  side: 'input' | 'output',
): Side | undefined {
  const operation = source.definition.name;
  const message = messageOf(context, operation, reference);
  const parts = message && partsOf(context, operation, bodyParts(context, operation, message, bound), message.name);
  if (message === undefined || parts === undefined) {
    return undefined;
  }
  const encodingStyle = bound?.body?.encodingStyle;
  const logical = logicalMessage(style, side === 'input' ? operation : `${operation}Response`, parts);
  if (!isWritable(context, source.definition, logical, message)) {
    return undefined;
  }
  return {
    message: logical,
    binding: {
      use: bound?.body?.use ?? 'literal',
      namespace: bound?.body?.namespace ?? '',
      ...(encodingStyle !== undefined && encodingStyle !== '' && { encodingStyle }),
      headers: (bound?.headers ?? []).flatMap((header) => readHeader(context, operation, header) ?? []),
      attachments: (bound?.attachments ?? []).flatMap(attachmentOf),
    },
  };
}

/**
 * False if names that are not valid in XML would become those of elements: the wrapper and the accessors of rpc, or parts
 * among others.
 */
function isWritable(
  context: ServicesContext,
  { name, position }: OperationDefinition,
  logical: Message,
  message: MessageDefinition,
): boolean {
  const lost = `operation "${name}"`;
  switch (logical.kind) {
    case 'rpc':
      if (isNCName(name)) {
        return writableParts(context, lost, logical.parts, message);
      }
      context.report('contract/unwritable-name', { lost, kind: 'operation', name }, position);
      return false;
    case 'parts':
      // A single part is the type of the body.
      return logical.parts.length === 1 || writableParts(context, lost, logical.parts, message);
    case 'element':
    case 'empty':
      return true;
  }
}

function logicalMessage(style: SoapStyle, name: string, parts: readonly Part[]): Message {
  if (style === 'rpc') {
    return { kind: 'rpc', name, parts };
  }
  return messageOfParts(parts);
}

/**
 * The parts in the SOAP Body: those that `soap:body` names (3.5). If it names none, all except those in a header or an
 * attachment: WSDL 1.1 would have them twice, which nobody intends.
 */
function bodyParts(
  context: ServicesContext,
  operation: string,
  message: MessageDefinition,
  bound: BindingMessage | undefined,
): readonly PartDefinition[] {
  const named = bound?.body?.parts;
  if (named !== undefined) {
    const byName = new Map(message.parts.map((part) => [part.name, part]));
    const found = named.flatMap((name) => byName.get(name) ?? []);
    const unknown = named.filter((name) => !byName.has(name));
    for (const part of unknown) {
      const candidate = suggestedWord(context.lookup, part, () => byName.keys());
      const parameters = { operation, part, message: message.name, candidate };
      context.report('contract/unresolved-part', parameters, bound?.body?.partsAt ?? message.position);
    }
    if (unknown.length === 0 || found.length > 0) {
      return found;
    }
  }
  const elsewhere = new Set([
    ...(bound?.headers ?? []).filter((header) => header.message === message.name).map((header) => header.part),
    ...(bound?.attachments ?? []).flat().flatMap((content) => content.part ?? []),
  ]);
  return message.parts.filter((part) => !elsewhere.has(part.name));
}

function attachmentOf(alternatives: BindingMessage['attachments'][number]): readonly MimePart[] {
  const part = alternatives.find((content) => content.part !== undefined)?.part;
  if (part === undefined) {
    return [];
  }
  const types = alternatives.flatMap((content) => content.type ?? (content.kind === 'xml' ? 'text/xml' : []));
  return [{ part, contentTypes: [...new Set(types)] }];
}

/** A header whose message or part is missing is left out: the operation can be called without. */
function readHeader(context: ServicesContext, operation: string, header: SoapHeaderDefinition): SoapHeader | undefined {
  const part = headerPart(context, operation, header);
  if (part === undefined) {
    return undefined;
  }
  return {
    part,
    message: header.message,
    use: header.use,
    namespace: header.namespace ?? '',
    headerFaults: header.headerFaults.flatMap((fault) => headerPart(context, operation, fault) ?? []),
  };
}

function headerPart(context: ServicesContext, operation: string, header: SoapHeaderDefinition): Part | undefined {
  const message = resolve(context, 'message', context.definitions.messages, header.message, header.messageAt);
  const part = message?.parts.find((candidate) => candidate.name === header.part);
  const known = message && part && knownPart(context, operation, part, message.name);
  const lost = `header "${header.part}" of operation "${operation}"`;
  if (known && message && !writableParts(context, lost, [known], message)) {
    return undefined;
  }
  if (known === undefined) {
    const candidate = meantReference(context, header.message, message, part ?? header.part);
    const parameters = { operation, part: header.part, message: header.message, candidate };
    context.report('contract/unresolved-header', parameters, message && !part ? header.partAt : header.messageAt);
  }
  return known;
}

/**
 * The probable target if a header or a fault refers to nothing: another message, another part of it (if the part is only a
 * name), or another element or type.
 */
function meantReference(
  context: ServicesContext,
  name: ExpandedName,
  message: MessageDefinition | undefined,
  part: PartDefinition | string | undefined,
): string | undefined {
  const { lookup } = context;
  if (message === undefined) {
    return suggestion(lookup, context.definitions.messages, name);
  }
  if (typeof part === 'string') {
    return suggestedWord(lookup, part, () => message.parts.map((each) => each.name));
  }
  if (part?.element !== undefined) {
    return suggestion(lookup, lookup.elements, part.element);
  }
  return part?.type === undefined ? undefined : suggestion(lookup, lookup.types, part.type);
}

/** Like `partOf`, but it does not report what is missing: the caller reports the consequence. */
function knownPart(
  context: ServicesContext,
  operation: string,
  part: PartDefinition,
  owner: ExpandedName,
): Part | undefined {
  const report: ServicesContext['report'] = (code, parameters, position) => {
    if (code === 'contract/part-kind' || code === 'contract/wrong-namespace') {
      context.report(code, parameters, position);
    }
  };
  return partOf({ ...context, report }, operation, part, owner);
}

/** A fault that cannot be resolved stays, without its detail. */
function readFaults(context: ServicesContext, definition: OperationDefinition): readonly Fault[] {
  return definition.faults.map((reference) => {
    const { messages } = context.definitions;
    const message = resolve(context, 'message', messages, reference.message, reference.messageAt);
    const [part] = message?.parts ?? [];
    let known = message && part && knownPart(context, definition.name, part, message.name);
    const lost = `detail of the fault "${reference.name}" of operation "${definition.name}"`;
    if (known === undefined) {
      const candidate = meantReference(context, reference.message, message, part);
      const parameters = { operation: definition.name, fault: reference.name, candidate };
      context.report('contract/unresolved-fault', parameters, reference.messageAt);
    } else if (message && !writableParts(context, lost, [known], message)) {
      known = undefined;
    }
    return {
      name: reference.name,
      ...(reference.action !== undefined && { action: reference.action }),
      ...(known && { part: known }),
      ...(reference.documentation !== undefined && { documentation: reference.documentation }),
    };
  });
}

/** True for a document/literal wrapped operation: its request is one part that is an element named as the operation. */
function isWrappedStyle(definition: OperationDefinition, input: Message | undefined): boolean {
  return input?.kind === 'element' && wrapperNames(definition).includes(splitExpandedName(input.element).local);
}

/**
 * Marks a message of a document/literal wrapped operation if it is an element, not nillable, whose children are a sequence of
 * elements and which has no attributes (JAX-WS 2.3.1.2, .NET and WCF do the same). The name of the response element is free.
 * Each message is marked for itself, so that what a request may contain in addition does not change what the method returns.
 */
function markWrapped({ lookup }: ServicesContext, message: Message | undefined): Message | undefined {
  return message?.kind === 'element' && plainChildren(lookup, message.element) !== undefined
    ? { ...message, wrapped: true }
    : message;
}

/** Says of a bare message of ASP.NET that null stands for an empty Body, where its value can be null. */
function markAbsent(
  { lookup }: ServicesContext,
  message: Message | undefined,
  reference: MessageReference | undefined,
): Message | undefined {
  if (message?.kind !== 'element' || !isAspNetMessage(reference?.message ?? '')) {
    return message;
  }
  const declaration = lookup.elements.get(message.element);
  return declaration && isReferenceType(lookup.types, declaration.type) ? { ...message, absent: 'null' } : message;
}

/** The operation's name; and the message name of ASP.NET's `[WebMethod(MessageName = …)]`, which input and output share. */
function wrapperNames({ name, input, output }: OperationDefinition): readonly string[] {
  return input !== undefined && input.name === output?.name ? [name, input.name] : [name];
}
