/** What programs give for the demands of policies, and how it is chosen. What meets them is in other packages: `@wsdl-codegen/ws-security`. */
import { callback, either, isObject, listOf, type OptionKind, oneOf, withMethods } from '../base/options.js';
import { isSoapKind } from '../service/binding-kinds.js';
import type { PortDescriptor } from '../service/descriptor.js';
import type { SecurityDemand } from '../service/security-demand.js';
import type { SoapHeaderExtension } from './extension.js';
import { type SecurityMeans, type SecuritySide, securityHint, securityNeeds } from './security-needs.js';

/** Meets demands of a policy: `x509({ … })` and `usernameToken({ … })` of `@wsdl-codegen/ws-security` make such objects. `Means` is what it contains. */
export interface MessageSecurity<Means extends SecurityMeans = never> {
  readonly meets: Readonly<Record<Means, true>>;
  /** The extensions that do all that is demanded; `all` is everything that the program gives, this object too. */
  extensions(
    demand: SecurityDemand,
    all: readonly MessageSecurity[],
    side: SecuritySide,
  ): readonly SoapHeaderExtension[];
}

/**
 * What a program gives for the demands of a contract; `'unprotected'` is nothing, for services that do not check what they demand, and for programs whose own `extensions` do
 * it.
 */
export type GivenSecurity = MessageSecurity | readonly MessageSecurity[] | 'unprotected';

const means: OptionKind = {
  ...withMethods('', 'extensions'),
  fits: (value) => isObject(value) && 'meets' in value && callback.fits(Reflect.get(value, 'extensions')),
};

/** The kind of the option `security`. */
export const givenSecurity: OptionKind = either(
  'what a function of @wsdl-codegen/ws-security gives, an array of that, or "unprotected"',
  means,
  listOf(means),
  oneOf('unprotected'),
);

/**
 * The extensions that meet the first of a port's demands that the program can meet. Throws `TypeError` if it gives nothing, or not enough; `service` is the name of the
 * service.
 */
export function securityExtensions(
  service: string,
  { name, binding, security = [] }: PortDescriptor,
  given: GivenSecurity | undefined,
  side: SecuritySide,
): readonly SoapHeaderExtension[] {
  if (given === 'unprotected' || security.length === 0) {
    return [];
  }
  if (side === 'client' && !isSoapKind(binding)) {
    throw new TypeError(
      `The WS-Policy of ${service} demands protected messages, which ${binding} of the port ${name} does not have.`,
    );
  }
  const all = given === undefined ? [] : 'meets' in given ? [given] : given;
  for (const demand of security) {
    const found = securityNeeds(demand, side).map((needs) =>
      all.find(({ meets }) => needs.every((each) => each in meets)),
    );
    if (found.every((each) => each !== undefined)) {
      return found[0]?.extensions(demand, found, side) ?? [];
    }
  }
  throw new TypeError(
    `The WS-Policy of ${service} demands protected messages at the port ${name}. Set the option \`security\` to ${securityHint(security, side)} of @wsdl-codegen/ws-security, or to "unprotected" ` +
      'if nothing or something else protects them.',
  );
}
