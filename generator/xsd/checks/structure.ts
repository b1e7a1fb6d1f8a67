import { type Diagnostic, diagnostic, type Span } from '../../diagnostics/diagnostic.js';
import type { SourceElement } from '../../source/document.js';
import { xsdNamespace } from '../../source/names.js';
import { attributeValue } from '../../source/references.js';
import { attributeSpan, elementSpan } from '../attributes.js';
import { isExcluded } from '../conditional.js';
import { type ElementRule, grammar } from './grammar.js';

/** Elements that may contain anything. */
const openElements: ReadonlySet<string> = new Set(['appinfo', 'documentation']);

/** Every element of a schema must be in a place where it is allowed, with attributes that are allowed (Part 1, appendix A). */
export function checkStructure(schema: SourceElement): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  checkElement(schema, diagnostics);
  return diagnostics;
}

function checkElement(element: SourceElement, diagnostics: Diagnostic[]): void {
  const rule = ruleFor(element);
  if (!rule) {
    return;
  }
  checkAttributes(element, rule, diagnostics);
  if (!openElements.has(element.local)) {
    checkChildren(element, rule, diagnostics);
  }
}

function ruleFor(element: SourceElement): ElementRule | undefined {
  return grammar.get(`${element.local}@${placeOf(element)}`) ?? grammar.get(element.local);
}

function placeOf(element: SourceElement): string {
  const parent = element.parent?.local ?? '';
  const isGlobal = parent === 'schema' || parent === 'redefine' || parent === 'override';
  if (element.local === 'complexType' && isDerived(element)) {
    return isGlobal ? 'globalDerived' : 'derived';
  }
  if (isGlobal) {
    return 'global';
  }
  const isReference = attributeValue(element, 'ref') !== undefined && grammar.has(`${element.local}@ref`);
  return isReference ? 'ref' : parent;
}

function isDerived(complexType: SourceElement): boolean {
  return complexType.children.some(
    (child) => child.kind === 'element' && (child.local === 'simpleContent' || child.local === 'complexContent'),
  );
}

function checkAttributes(element: SourceElement, rule: ElementRule, diagnostics: Diagnostic[]): void {
  for (const { namespace, local } of element.attributes) {
    const isForeign = namespace !== '' && namespace !== xsdNamespace;
    if (isForeign || (namespace === '' && rule.attributes.has(local))) {
      continue;
    }
    const parameters = { attribute: local, element: element.local };
    if (element.local === 'annotation' || openElements.has(element.local)) {
      reportAnnotation(element, `the attribute "${local}"`, attributeSpan(element, local), diagnostics);
      continue;
    }
    diagnostics.push(diagnostic('xsd/unknown-attribute', parameters, attributeSpan(element, local)));
  }
}

function checkChildren(element: SourceElement, { slots }: ElementRule, diagnostics: Diagnostic[]): void {
  const counts = slots.map(() => 0);
  let from = 0;
  for (const child of element.children) {
    if (child.kind === 'text') {
      if (!/[^ \t\r\n]/.test(child.value)) {
        continue;
      }
      if (element.local === 'annotation') {
        reportAnnotation(element, 'text', elementSpan(element), diagnostics);
      } else {
        diagnostics.push(diagnostic('xsd/stray-text', { element: element.local }, elementSpan(element)));
      }
      continue;
    }
    if (isExcluded(child)) {
      continue;
    }
    const place =
      child.namespace === xsdNamespace ? slots.findIndex(({ names }, i) => i >= from && names.has(child.local)) : -1;
    if (place < 0 && isLate(element, child)) {
      diagnostics.push(diagnostic('xsd/late-import', { element: child.local }, elementSpan(child)));
      continue;
    }
    if (place < 0 && element.local === 'annotation') {
      reportAnnotation(element, `the element "${child.local}"`, elementSpan(child), diagnostics);
      continue;
    }
    if (place < 0) {
      // One that is not of the schema language has no prefix here: "foo" of no namespace is not xs:foo.
      const shown = child.namespace === xsdNamespace ? `xs:${child.local}` : `The element "${child.local}"`;
      const parameters = { element: shown, parent: element.local };
      diagnostics.push(diagnostic('xsd/misplaced', parameters, elementSpan(child)));
      continue;
    }
    const { occurs } = slots[place] as ElementRule['slots'][number];
    counts[place] = (counts[place] ?? 0) + 1;
    from = occurs === '1' || occurs === '?' ? place + 1 : place;
    checkElement(child, diagnostics);
  }
  for (const [place, { names, occurs }] of slots.entries()) {
    if (counts[place] !== 0 || occurs === '?' || occurs === '*') {
      continue;
    }
    const parameters = { element: element.local, expected: [...names].join(', ') };
    diagnostics.push(diagnostic('xsd/missing-child', parameters, elementSpan(element)));
  }
}

/** A mistake in an annotation affects only the validity of the schema. */
function reportAnnotation(element: SourceElement, what: string, span: Span, diagnostics: Diagnostic[]): void {
  diagnostics.push(diagnostic('xsd/annotation', { element: element.local, what }, span));
}

/** Imports and includes after definitions do no harm. */
function isLate(parent: SourceElement, child: SourceElement): boolean {
  return (
    parent.local === 'schema' && child.namespace === xsdNamespace && /^(import|include|redefine)$/.test(child.local)
  );
}
