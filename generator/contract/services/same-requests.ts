import { isHttpBinding } from '../binding-kinds.js';
import type { HttpOperationBinding, Message, Operation, Part, Port } from '../model.js';
import { byCodeUnits, expandedName } from '../names.js';
import type { ServicesContext } from './context.js';
import { plainMembers } from './lookup.js';
import type { Offer } from './offer.js';
import type { UnitedOperation } from './unite.js';

/**
 * Says which operations of a service have requests that a server cannot tell apart: it calls the first one for both, and clients are not affected. Ports at one address are
 * one place for a server.
 */
export function reportSameRequests(
  context: ServicesContext,
  ports: readonly Port[],
  operations: readonly UnitedOperation[],
): void {
  const paths = new Map(ports.map(({ name, address }) => [name, pathOf(address)]));
  const seen = new Map<string, { readonly operation: Operation; readonly offer: Offer }>();
  for (const { operation, offers } of operations) {
    for (const offer of offers) {
      const { kind, ports: names } = offer.binding;
      const key = JSON.stringify([kind, paths.get(names[0] ?? ''), ...requestFacts(context, offer)]);
      const first = seen.get(key) ?? { operation, offer };
      seen.set(key, first);
      if (first.operation !== operation) {
        reportSameRequest(
          context,
          offer,
          { operation: nameOf(operation), other: nameOf(first.operation) },
          first.offer,
        );
      }
    }
  }
}

function reportSameRequest(
  context: ServicesContext,
  { binding, position }: Offer,
  names: { readonly operation: string; readonly other: string },
  { binding: other }: Offer,
): void {
  if (isHttpBinding(binding)) {
    context.report('contract/same-location', { ...names, location: binding.location }, position);
    return;
  }
  const actions = [binding.inputAction, isHttpBinding(other) ? undefined : other.inputAction];
  const differInAction = !actions.includes(undefined) && actions[0] !== actions[1];
  context.report('contract/same-request', { ...names, differInAction }, position);
}

/** The path of an address, which alone reaches a server. */
function pathOf(address = ''): string {
  return address.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '');
}

function nameOf({ name, overload }: Operation): string {
  return overload === undefined ? name : `${name} (${overload})`;
}

/** All that a server goes by in a request. */
function requestFacts(context: ServicesContext, { binding, definition, input }: Offer): readonly unknown[] {
  if (isHttpBinding(binding)) {
    return locationFacts(binding);
  }
  const { soapAction, addressing, inputAction } = binding;
  // The Action of WS-Addressing counts where it is used.
  const action = addressing && (inputAction ?? (soapAction || definition.name));
  return [soapAction, action ?? '', bodyFacts(context, input, binding.input?.namespace)];
}

/**
 * The location of a request over GET or POST, the form and the names of the parameters. A template says the places of its parameters alone, because only their values are in
 * the address.
 */
function locationFacts({ location, input, parameters }: HttpOperationBinding): readonly unknown[] {
  const below = location.replace(/^\/*/, '');
  switch (input) {
    case 'urlReplacement':
      return [below.replace(/\([^()]*\)/g, '()')];
    case 'xml':
      return [below, input];
    case 'urlEncoded':
    case 'form':
    case 'multipart':
      return [below, input, parameters.map(({ name }) => name.toLowerCase()).sort(byCodeUnits)];
  }
}

/** What the Body of a request says: its first element, and in style rpc also the names of the parts. */
function bodyFacts(context: ServicesContext, message: Message | undefined, namespace = ''): readonly string[] {
  switch (message?.kind) {
    case undefined:
    case 'empty':
      return [];
    case 'element':
      return [message.element];
    case 'rpc':
      return [namespace, message.name, ...message.parts.map(({ name }) => name).sort(byCodeUnits)];
    case 'parts': {
      const [first, ...others] = message.parts;
      return first === undefined ? [] : [firstElement(context, first, others.length === 0)];
    }
  }
}

/** The first element that a part puts into the Body: its own, one named after it among others, or the first of its content. */
function firstElement({ lookup }: ServicesContext, { name, element, type = '' }: Part, isOnly: boolean): string {
  if (element !== undefined || !isOnly) {
    return element ?? expandedName('', name);
  }
  const member = plainMembers(lookup, type)?.[0];
  return member === undefined ? `content of ${type}` : expandedName(member.namespace, member.name);
}
