import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { type SourceElement, spanAt } from '../source/document.js';
import { listItems } from '../source/qualified-names.js';
import { attributeValue, childElements } from '../source/references.js';
import { policyNamespaces } from './namespaces.js';
import { hasPolicyFlag, type Policies, policyOf } from './policy-demands.js';
import { type AlternativesOf, maxAlternatives, PolicyProduct } from './policy-product.js';

/** An assertion of an alternative, with those of the one alternative of its own policy that goes with it. */
export interface NormalAssertion {
  readonly element: SourceElement;
  readonly nested: readonly NormalAssertion[];
}

type NormalForm = AlternativesOf<NormalAssertion>;

/** Limit of references in references. */
const maxReferences = 50;

const nothing: NormalForm = [[]];

/** Attributes that name the policies of a component. */
const namingAttributes: ReadonlySet<string> = new Set(['PolicyURIs', 'PolicyRefs', 'Policy']);

/** Elements that are no operators, references or policies. */
const besides: ReadonlySet<string> = new Set(['UsePolicy', 'AppliesTo', 'PolicyAttachment']);

/** The addresses of the policies that an attribute of an element names (WS-PolicyAttachment 1.5, 3.3). */
export function namedPolicies({ attributes }: SourceElement): readonly string[] {
  return attributes
    .filter(({ local, namespace }) => namingAttributes.has(local) && policyNamespaces.has(namespace))
    .flatMap(({ value }) => listItems(value));
}

/** Brings policies into their normal form (WS-Policy 1.5, 4.3). Each policy is read once, however often it is referred to. */
export class PolicyNormalizer {
  readonly #policies: Policies;
  readonly #diagnostics: Diagnostic[];
  readonly #product = new PolicyProduct();
  readonly #known = new Map<SourceElement, NormalForm>();
  /** The policies that are read now: each refers to the next one. */
  readonly #around = new Set<SourceElement>();
  readonly #reported = new Set<SourceElement>();

  constructor(policies: Policies, diagnostics: Diagnostic[]) {
    this.#policies = policies;
    this.#diagnostics = diagnostics;
  }

  /** The policies that are attached to a component, merged; undefined where there are none (WS-PolicyAttachment 1.5, 4.1). */
  attachedTo(component: SourceElement): NormalForm | undefined {
    const within = childElements(component).filter(isPolicyPart);
    const named = namedPolicies(component);
    if (within.length === 0 && named.length === 0) {
      return undefined;
    }
    const parts = [...within.map((each) => this.#of(each)), ...named.map((uri) => this.#referred(uri, component))];
    return this.#merged(parts, component);
  }

  #of(element: SourceElement): NormalForm {
    if (!policyNamespaces.has(element.namespace)) {
      return this.#assertion(element);
    }
    switch (element.local) {
      case 'Policy':
        return this.#policy(element);
      case 'All':
        return this.#all(element);
      case 'ExactlyOne':
        return this.#exactlyOne(element);
      case 'PolicyReference':
        return this.#referred(attributeValue(element, 'URI') ?? '', element);
      default:
        return nothing;
    }
  }

  #referred(uri: string, element: SourceElement): NormalForm {
    const policy = policyOf(uri, this.#policies, element);
    if (policy === undefined) {
      this.#report(element, diagnostic('wsdl/unresolved-policy', { uri }, spanAt(element.position)));
      return nothing;
    }
    if (this.#around.has(policy) || this.#around.size >= maxReferences) {
      const parameters = { uri, limit: maxReferences };
      this.#report(element, diagnostic('wsdl/circular-policy', parameters, spanAt(element.position)));
      return nothing;
    }
    return this.#policy(policy);
  }

  #policy(policy: SourceElement): NormalForm {
    const known = this.#known.get(policy);
    if (known !== undefined) {
      return known;
    }
    this.#around.add(policy);
    const found = this.#all(policy);
    this.#around.delete(policy);
    this.#known.set(policy, found);
    return found;
  }

  #all(element: SourceElement): NormalForm {
    return this.#merged(
      childElements(element).map((child) => this.#of(child)),
      element,
    );
  }

  #merged(parts: readonly NormalForm[], owner: SourceElement): NormalForm {
    return this.#product.of(parts, () => this.#tooLarge(owner));
  }

  #exactlyOne(element: SourceElement): NormalForm {
    return this.#limited(
      childElements(element).flatMap((child) => this.#of(child)),
      element,
    );
  }

  /** An assertion with each alternative of its own policy (4.3.2); an optional one may also be left out (4.3.1). */
  #assertion(element: SourceElement): NormalForm {
    const own = childElements(element).filter(isPolicyPart);
    const parts = own.map((each) => this.#of(each));
    const asserted = this.#merged(parts, element).map((nested) => [{ element, nested }]);
    return hasPolicyFlag(element, 'Optional') ? this.#limited([[], ...asserted], element) : asserted;
  }

  #limited(alternatives: NormalForm, owner: SourceElement): NormalForm {
    if (alternatives.length > maxAlternatives) {
      this.#tooLarge(owner);
    }
    return alternatives.slice(0, maxAlternatives);
  }

  #tooLarge(owner: SourceElement): void {
    const parameters = { limit: maxAlternatives };
    this.#report(owner, diagnostic('wsdl/large-policy', parameters, spanAt(owner.position)));
  }

  #report(element: SourceElement, finding: Diagnostic): void {
    if (!this.#reported.has(element)) {
      this.#reported.add(element);
      this.#diagnostics.push(finding);
    }
  }
}

function isPolicyPart({ namespace, local }: SourceElement): boolean {
  return policyNamespaces.has(namespace) && !besides.has(local);
}
