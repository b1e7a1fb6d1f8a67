import type {
  AlgorithmSuite,
  MessageElements,
  MessageParts,
  PolicyAlternative,
  PolicyAlternatives,
  PolicyAssertion,
  SecurityToken,
} from '../wsdl/policy-model.js';
import { assertionName } from '../wsdl/policy-model.js';
import type { PolicySubject } from './model.js';

/** What messages of a direction are called. */
export const messageNames: Readonly<Record<PolicySubject['direction'], string>> = {
  input: 'requests',
  output: 'answers',
  fault: 'faults',
};

/** Each alternative of a policy as a line for people. */
export function alternativeTexts(alternatives: PolicyAlternatives): readonly string[] {
  return alternatives.length === 0 ? ['nothing satisfies it'] : alternatives.map(alternativeText);
}

function alternativeText(alternative: PolicyAlternative): string {
  return alternative.length === 0 ? 'no demand' : alternative.map(assertionText).join(', ');
}

function assertionText(assertion: PolicyAssertion): string {
  const details = detailsOf(assertion);
  const text = withDetails(assertionName(assertion), details);
  return assertion.ignorable ? `${text}, which may be ignored` : text;
}

function withDetails(name: string, details: readonly string[]): string {
  return details.length === 0 ? name : `${name} (${details.join(', ')})`;
}

function detailsOf(assertion: PolicyAssertion): readonly string[] {
  switch (assertion.kind) {
    case 'TransportBinding':
    case 'SymmetricBinding':
    case 'AsymmetricBinding': {
      const { algorithmSuite, layout, options, tokens } = assertion;
      const tokenTexts = tokens.map(({ role, token }) => `${role}: ${tokenText(token)}`);
      return [...suiteTexts(algorithmSuite), ...(layout === undefined ? [] : [layout]), ...options, ...tokenTexts];
    }
    case 'SupportingTokens':
      return [
        ...assertion.tokens.map(tokenText),
        ...suiteTexts(assertion.algorithmSuite),
        ...assertion.protects.map((each) => withDetails(each.kind, protectedTexts(each))),
      ];
    case 'SignedParts':
    case 'EncryptedParts':
    case 'RequiredParts':
    case 'SignedElements':
    case 'EncryptedElements':
    case 'ContentEncryptedElements':
    case 'RequiredElements':
      return protectedTexts(assertion);
    case 'Wss10':
    case 'Wss11':
    case 'Trust10':
    case 'Trust13':
      return assertion.options;
    case 'other':
      return (assertion.nested ?? []).map(assertionText);
  }
}

function suiteTexts(suite: AlgorithmSuite | undefined): readonly string[] {
  return suite === undefined ? [] : [...(suite.name === undefined ? [] : [suite.name]), ...suite.options];
}

function protectedTexts(protection: MessageParts | MessageElements): readonly string[] {
  if ('paths' in protection) {
    return protection.paths.map(({ path }) => path);
  }
  return [
    ...(protection.body ? ['Body'] : []),
    ...protection.headerNames.map(({ name = '*', namespace }) => `header {${namespace}}${name}`),
    ...(protection.attachments ? ['attachments'] : []),
  ];
}

function tokenText({ kind, inclusion, options, bootstrap }: SecurityToken): string {
  return withDetails(kind, [
    ...(inclusion === undefined ? [] : [inclusion]),
    ...options,
    ...(bootstrap === undefined ? [] : [`begins with ${alternativeText(bootstrap)}`]),
  ]);
}
