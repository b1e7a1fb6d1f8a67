import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceElement } from '../source/document.js';
import { AssertionReader } from './policy-assertions.js';
import type { Policies } from './policy-demands.js';
import type { PolicyAlternatives, PolicyAssertion } from './policy-model.js';
import { type NormalAssertion, PolicyNormalizer } from './policy-normal-form.js';
import { type AlternativesOf, DistinctAlternatives } from './policy-product.js';

/** Reads the policies that are attached to the components of all documents. */
export class PolicyReader {
  readonly #normalizer: PolicyNormalizer;
  readonly #assertions: AssertionReader;
  readonly #known = new Map<AlternativesOf<NormalAssertion>, PolicyAlternatives>();
  readonly #distinct = new DistinctAlternatives();
  /** Equal assertions are one object. */
  readonly #byText = new Map<string, PolicyAssertion>();
  readonly #same = new Map<PolicyAssertion, PolicyAssertion>();

  constructor(policies: Policies, diagnostics: Diagnostic[]) {
    this.#normalizer = new PolicyNormalizer(policies, diagnostics);
    this.#assertions = new AssertionReader(diagnostics);
  }

  /** What the policies demand that are attached to a component, as a member of it: nothing where there are none. */
  of(component: SourceElement): { readonly policy?: PolicyAlternatives } {
    const normal = this.#normalizer.attachedTo(component);
    if (normal === undefined) {
      return {};
    }
    const policy = this.#known.get(normal) ?? this.#read(normal);
    this.#known.set(normal, policy);
    return { policy };
  }

  #read(normal: AlternativesOf<NormalAssertion>): PolicyAlternatives {
    const read = normal.map((alternative) => [
      ...new Set(alternative.map((each) => this.#unique(this.#assertions.read(each)))),
    ]);
    return this.#distinct.of(read);
  }

  #unique(assertion: PolicyAssertion): PolicyAssertion {
    const known = this.#same.get(assertion);
    if (known !== undefined) {
      return known;
    }
    const text = JSON.stringify(assertion);
    const unique = this.#byText.get(text) ?? assertion;
    this.#byText.set(text, unique);
    this.#same.set(assertion, unique);
    return unique;
  }
}
