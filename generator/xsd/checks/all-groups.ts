import type { ModelGroup, XsdParticle } from '../components.js';
import { walkComponents } from '../walk.js';
import { type Contents, type EffectiveContent, modelGroupOf, ownContent } from './content.js';
import type { Findings } from './findings.js';
import type { Types } from './types.js';

/** Varieties of content with elements. */
const holdsElements: Readonly<Record<EffectiveContent['variety'], boolean>> = {
  empty: false,
  simple: false,
  elementOnly: true,
  mixed: true,
};

/** `xs:all` is the whole content of a type, occurs once, and so do its elements ("cos-all-limited", Part 1, 3.8.6). */
export function checkAllGroups(types: Types, contents: Contents, findings: Findings): void {
  const { schemas } = types;
  const report = (particle: XsdParticle, reason: string): void =>
    findings.report('xsd/all-limited', { reason }, particle.source);
  const isAllReference = (particle: XsdParticle): boolean =>
    particle.kind === 'groupRef' && modelGroupOf(particle, schemas)?.kind === 'all';
  const reported = new Set<XsdParticle>();
  walkComponents(schemas, {
    particle: (particle) => {
      switch (particle.kind) {
        case 'all':
          checkAll(particle, report);
          return;
        case 'sequence':
        case 'choice':
          for (const child of particle.particles) {
            if (isAllReference(child)) {
              reported.add(child);
              report(child, 'it may not be part of another group');
            }
          }
          return;
        case 'groupRef':
          if (isAllReference(particle) && particle.maxOccurs !== 1 && !reported.has(particle)) {
            report(particle, 'it may occur at most once');
          }
          return;
        case 'element':
        case 'elementRef':
        case 'any':
          return;
      }
    },
    type: (type) => {
      if (type.kind !== 'complexType' || type.derivation !== 'extension' || !type.base) {
        return;
      }
      const before = contents.of(types.baseOf(type));
      const own = ownContent(type);
      // Mixed content is never absent, even if it contains no elements (Part 1, 3.4.2).
      if (!before || !holdsElements[before.variety] || !holdsElements[own.variety]) {
        return;
      }
      const isAll = [...before.particles, ...own.particles].some((each) => modelGroupOf(each, schemas)?.kind === 'all');
      if (!isAll) {
        return;
      }
      const { base } = type;
      const [source, attribute] = base.kind === 'named' ? [base.source, base.attribute] : [type.source, undefined];
      findings.report('xsd/all-limited', { reason: 'an extension combines it with other content' }, source, attribute);
    },
  });
}

function checkAll(group: ModelGroup, report: (particle: XsdParticle, reason: string) => void): void {
  if (group.maxOccurs !== 1 || group.minOccurs > 1) {
    report(group, 'it may occur at most once');
  }
  for (const child of group.particles) {
    const isMany = child.maxOccurs === null || child.maxOccurs > 1;
    if (isMany && child.kind !== 'any') {
      report(child, 'an element in it may occur at most once');
    }
  }
}
