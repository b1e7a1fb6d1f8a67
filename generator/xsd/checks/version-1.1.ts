import type { SourceElement } from '../../source/document.js';
import { expandedName, xsdNamespace } from '../../source/names.js';
import { listItems, resolveQName } from '../../source/qualified-names.js';
import { attributeOf, attributeValue, childElements } from '../../source/references.js';
import { anyType } from '../built-ins.js';
import type { XsdElementDeclaration, XsdParticle, XsdWildcard } from '../components.js';
import { walkComponents } from '../walk.js';
import { allows } from '../wildcards.js';
import { modelGroupOf } from './content.js';
import type { Findings } from './findings.js';
import { type Types, typeName } from './types.js';
import { xpathProblem } from './xpath-text.js';

type Check = (element: SourceElement, findings: Findings) => void;

/** Rules of XML Schema 1.1, Part 1, on how its constructs are written, by the name of the element. */
export const checks11: ReadonlyMap<string, Check> = new Map([
  ['element', checkAlternativesAndNamespace],
  ['attribute', checkTargetNamespace],
  ['any', checkWildcard],
  ['anyAttribute', checkWildcard],
  ['openContent', checkOpenContent],
  ['alternative', checkAlternative],
  ['assert', checkTest],
  ['assertion', checkTest],
]);

function report(findings: Findings, reason: string, rule: string, element: SourceElement, attribute?: string): void {
  findings.report('xsd/rule-of-1.1', { reason, rule }, element, attribute);
}

function checkAlternativesAndNamespace(element: SourceElement, findings: Findings): void {
  checkTargetNamespace(element, findings);
  const alternatives = childrenOf(element, 'alternative');
  const early = alternatives.slice(0, -1).find((each) => attributeValue(each, 'test') === undefined);
  if (early) {
    report(findings, 'only the last type alternative may be without a test', '3.3.3 src-element', early);
  }
}

/** A local declaration of another namespace is allowed only if a restriction redeclares a part of its base. */
function checkTargetNamespace(element: SourceElement, findings: Findings): void {
  const own = attributeValue(element, 'targetNamespace');
  if (own === undefined || attributeValue(element, 'name') === undefined) {
    return;
  }
  const rule = element.local === 'element' ? '3.3.3 src-element' : '3.2.3 src-attribute';
  if (attributeValue(element, 'form') !== undefined) {
    report(findings, 'form and targetNamespace cannot be used together', rule, element, 'form');
  }
  let at: SourceElement | undefined = element;
  let restricted: string | undefined;
  while (at && at.local !== 'schema' && at.local !== 'complexType') {
    if (at.local === 'restriction') {
      restricted = expanded(at, attributeValue(at, 'base') ?? '');
    }
    at = at.parent;
  }
  let schema = at;
  while (schema && schema.local !== 'schema') {
    schema = schema.parent;
  }
  if (own === (schema && (attributeValue(schema, 'targetNamespace') ?? ''))) {
    return;
  }
  if (restricted !== undefined && restricted !== anyType) {
    return;
  }
  const reason = 'a declaration of another namespace is allowed only in a restriction of a type that has it';
  report(findings, reason, rule, element, 'targetNamespace');
}

function checkWildcard(wildcard: SourceElement, findings: Findings): void {
  const rule = '3.10.3 src-wildcard';
  const except = attributeValue(wildcard, 'notNamespace');
  if (except !== undefined) {
    const words = listItems(except);
    const odd = words.find((word) => word.startsWith('##') && word !== '##targetNamespace' && word !== '##local');
    if (attributeValue(wildcard, 'namespace') !== undefined) {
      report(findings, 'namespace and notNamespace cannot be used together', rule, wildcard, 'notNamespace');
    } else if (words.length === 0 || odd !== undefined) {
      const reason = 'notNamespace must be a list of namespaces, ##targetNamespace and ##local';
      report(findings, reason, '3.10.2 XML Representation of Wildcard Schema Components', wildcard, 'notNamespace');
    }
  }
  const siblings = listItems(attributeValue(wildcard, 'notQName') ?? '').includes('##definedSibling');
  if (!siblings || wildcard.local === 'any') {
    return;
  }
  report(findings, '##definedSibling is not allowed for attributes', '3.10.2', wildcard, 'notQName');
}

function checkOpenContent(open: SourceElement, findings: Findings): void {
  const isNone = attributeValue(open, 'mode') === 'none';
  if (isNone !== childrenOf(open, 'any').length > 0) {
    return;
  }
  const reason = isNone
    ? 'open content of the mode "none" must not have a wildcard'
    : 'open content must have a wildcard';
  report(findings, reason, '3.4.3 src-ct', open);
}

function checkAlternative(alternative: SourceElement, findings: Findings): void {
  checkTest(alternative, findings);
  const inner = childElements(alternative).find(({ local }) => local === 'simpleType' || local === 'complexType');
  if (!inner || attributeValue(alternative, 'type') === undefined) {
    return;
  }
  const reason = 'a type alternative must name a type or define one, not both';
  report(findings, reason, '3.12.3 src-type-alternative', inner);
}

function checkTest(element: SourceElement, findings: Findings): void {
  const test = attributeOf(element, 'test')?.value;
  const problem = test === undefined ? undefined : xpathProblem(test, element);
  if (problem) {
    report(findings, `the test is not valid XPath: ${problem}`, '3.13.6 xpath-valid', element, 'test');
  }
}

/** Rules of XML Schema 1.1, Part 1, on components; with `version11` those, too, that 1.0 has in other words. */
export function checkComponents11(types: Types, version11: boolean, findings: Findings): void {
  const { schemas } = types;
  walkComponents(schemas, {
    element: (element) => checkAlternativeTypes(element, types, findings),
    particle: (particle) => {
      if (particle.kind === 'any') {
        checkNotNames(particle.wildcard, findings);
      }
      if (particle.kind !== 'all') {
        return;
      }
      if (version11 && particle.maxOccurs !== 1) {
        report(findings, 'xs:all may occur at most once', '3.8.2', particle.source, 'maxOccurs');
      }
      for (const child of particle.particles) {
        if (isOdd(child, types)) {
          reportGroup(child, findings);
        }
      }
    },
    type: (type) => {
      if (type.kind === 'complexType' && type.attributes.wildcard) {
        checkNotNames(type.attributes.wildcard, findings);
      }
    },
    constraintUse: ({ name, kind, source }) => {
      const target = schemas.identityConstraints.get(name);
      if (!target || target.kind === kind) {
        return;
      }
      report(findings, `it refers to something that is not a ${kind}`, '3.11.3 src-identity-constraint', source, 'ref');
    },
  });
}

/** The types of alternatives stand for the declared one, or are xs:error ("e-props-correct", 3.3.6.1, clause 7). */
function checkAlternativeTypes(element: XsdElementDeclaration, types: Types, findings: Findings): void {
  if (element.alternatives.length === 0) {
    return;
  }
  const declared = types.elementType(element);
  for (const { type: reference, source } of element.alternatives) {
    const type = types.resolve(reference);
    if (declared === undefined || type === undefined || type === errorType) {
      continue;
    }
    if (types.isDerived(type, declared, element.block) !== false) {
      continue;
    }
    const reason = `the type of an alternative has to be derived from ${typeName(declared)}`;
    report(findings, reason, '3.3.6.1 e-props-correct', source, 'type');
  }
}

const errorType = `{${xsdNamespace}}error`;

/** A name that a wildcard excludes must be one that it would allow otherwise ("w-props-correct", 3.10.6.1, clause 4). */
function checkNotNames({ notNames, namespaces, source }: XsdWildcard, findings: Findings): void {
  const other = notNames?.names.find((name) => !allows(namespaces, name.slice(1, name.lastIndexOf('}'))));
  if (other === undefined) {
    return;
  }
  const reason = 'notQName excludes a name that the wildcard does not allow anyway';
  report(findings, reason, '3.10.6.1 w-props-correct', source, 'notQName');
}

/** A group in an xs:all is itself an xs:all, and occurs once ("cos-all-limited", 3.8.6.2). */
function isOdd(particle: XsdParticle, types: Types): boolean {
  if (particle.kind !== 'groupRef') {
    return false;
  }
  const group = modelGroupOf(particle, types.schemas);
  return group !== undefined && (group.kind !== 'all' || particle.minOccurs !== 1 || particle.maxOccurs !== 1);
}

function reportGroup({ source }: XsdParticle, findings: Findings): void {
  report(findings, 'a group in xs:all must be an xs:all that occurs once', '3.8.6.2 cos-all-limited', source, 'ref');
}

function childrenOf(element: SourceElement, local: string): readonly SourceElement[] {
  return childElements(element).filter((child) => child.namespace === xsdNamespace && child.local === local);
}

function expanded(scope: SourceElement, name: string): string {
  const { namespace, local } = resolveQName(name.trim(), scope);
  return expandedName(namespace, local);
}
