import type { Position } from '../../source/document.js';
import type {
  BindingDefinition,
  MessageReference,
  PortDefinition,
  PortTypeDefinition,
  ServiceDefinition,
} from '../../wsdl/components.js';
import type { PolicyAlternatives, PolicyAssertion } from '../../wsdl/policy-model.js';
import { DistinctAlternatives, maxAlternatives, PolicyProduct } from '../../wsdl/policy-product.js';
import { groupBy } from '../grouping.js';
import type { MessagePolicy, PolicySubject } from '../model.js';
import type { ServicesContext } from './context.js';
import type { OfferedPolicy } from './offer.js';
import type { BoundOperation } from './port-operations.js';
import type { UnitedOperation } from './unite.js';

/** Limit of the characters that the policies of a run have in JSON: each alternative names all of its assertions. */
const maxText = 4_000_000;

/** A port with what its operations have in common. */
export interface PolicyScope {
  readonly service: ServiceDefinition;
  readonly port: PortDefinition;
  readonly binding: BindingDefinition;
  readonly portType: PortTypeDefinition;
}

/** Merges what is attached to services, ports and messages to what each message has to satisfy (WS-PolicyAttachment 1.5, 4.1). */
export class EffectivePolicies {
  readonly #context: ServicesContext;
  readonly #product = new PolicyProduct();
  readonly #distinct = new DistinctAlternatives();
  /** The results by their two parts: most messages have the same ones. */
  readonly #merged = new Map<PolicyAlternatives, Map<PolicyAlternatives, PolicyAlternatives>>();
  readonly #keys = new Map<PolicyAlternatives, string>();
  readonly #sizes = new Map<PolicyAssertion, number>();
  #room = maxText;

  constructor(context: ServicesContext) {
    this.#context = context;
  }

  /** The policies of the messages of an operation at a port. */
  of(endpoint: PolicyScope, [definition, bound]: BoundOperation): readonly OfferedPolicy[] {
    const { service, port, binding, portType } = endpoint;
    const around = [service, port, binding, portType, definition, bound];
    const faults = new Map(bound.faults.map((fault) => [fault.name, fault]));
    const sides = [
      { subject: { direction: 'input' }, reference: definition.input, own: bound.input },
      { subject: { direction: 'output' }, reference: definition.output, own: bound.output },
      ...definition.faults.map((reference) => ({
        subject: { direction: 'fault', fault: reference.name } as const,
        reference,
        own: faults.get(reference.name),
      })),
    ] as const;
    return sides.flatMap(({ subject, reference, own }) => {
      const parts = reference ? [...around, this.#message(reference), reference, own] : [];
      const alternatives = this.#all(parts, definition.position);
      return alternatives === undefined ? [] : [{ ...subject, alternatives }];
    });
  }

  #message(reference: MessageReference): { readonly policy?: PolicyAlternatives } | undefined {
    return this.#context.definitions.messages.get(reference.message);
  }

  #all(
    parts: readonly ({ readonly policy?: PolicyAlternatives } | undefined)[],
    position: Position,
  ): PolicyAlternatives | undefined {
    const policies = parts.flatMap((part) => (part?.policy ? [part.policy] : []));
    return policies.length === 0 ? undefined : policies.reduce((a, b) => this.#both(a, b, position));
  }

  #both(a: PolicyAlternatives, b: PolicyAlternatives, position: Position): PolicyAlternatives {
    const known = this.#merged.get(a) ?? new Map<PolicyAlternatives, PolicyAlternatives>();
    const found = known.get(b);
    if (found !== undefined) {
      return found;
    }
    const product = this.#product.of<PolicyAssertion>([a, b], () => this.#tooLarge(position));
    const merged = product === a ? a : this.#distinct.of(product);
    this.#merged.set(a, known.set(b, merged));
    return merged;
  }

  #tooLarge(position: Position): void {
    this.#context.report('wsdl/large-policy', { limit: maxAlternatives }, position);
  }

  /** The policies of a service, each with the messages that have to satisfy it. */
  ofService(
    operations: readonly UnitedOperation[],
    position: Position,
  ): { readonly policies?: readonly MessagePolicy[] } {
    const found = operations.flatMap(({ operation: { name, overload }, offers }) =>
      offers.flatMap(({ binding, policies = [] }) =>
        policies.map(({ alternatives, ...subject }) => ({
          alternatives,
          subject: {
            port: binding.ports[0] ?? '',
            operation: name,
            ...(overload !== undefined && { overload }),
            ...subject,
          },
        })),
      ),
    );
    const demanding = found.filter(({ alternatives }) => alternatives.length !== 1 || alternatives[0]?.length !== 0);
    const groups = groupBy(demanding, ({ alternatives }) => this.#keyOf(alternatives));
    const policies = [...groups.values()].flatMap((group) => this.#limited(group, position));
    return policies.length === 0 ? {} : { policies };
  }

  /** Which alternatives there are: a text that is the same for equal ones. */
  #keyOf(alternatives: PolicyAlternatives): string {
    const known = this.#keys.get(alternatives) ?? this.#distinct.keyOf(alternatives);
    this.#keys.set(alternatives, known);
    return known;
  }

  #limited(
    group: readonly { readonly alternatives: PolicyAlternatives; readonly subject: PolicySubject }[],
    position: Position,
  ): readonly MessagePolicy[] {
    const all = group[0]?.alternatives ?? [];
    const kept = all.filter((alternative) => {
      const size = alternative.reduce((sum, assertion) => sum + this.#sizeOf(assertion), 0);
      this.#room -= size;
      return this.#room > 0;
    });
    if (kept.length < all.length) {
      this.#tooLarge(position);
    }
    return kept.length === 0 && all.length > 0
      ? []
      : [{ messages: group.map(({ subject }) => subject), alternatives: kept }];
  }

  #sizeOf(assertion: PolicyAssertion): number {
    const size = this.#sizes.get(assertion) ?? JSON.stringify(assertion).length;
    this.#sizes.set(assertion, size);
    return size;
  }
}
