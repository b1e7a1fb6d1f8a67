import type { Particle } from '../components.js';
import { walkComponents } from '../walk.js';
import { type Contents, modelGroupOf, ownContent } from './content.js';
import type { Findings } from './findings.js';
import type { Types } from './types.js';

/** `xs:all` is the whole content of a type, occurs once, and so do its elements ("cos-all-limited", Part 1, 3.8.6). */
export function checkAllGroups(types: Types, contents: Contents, findings: Findings): void {
  const { schemas } = types;
  const report = (particle: Particle, reason: string): void =>
    findings.report('xsd/all-limited', { reason }, particle.source);
  const reported = new Set<Particle>();
  walkComponents(schemas, {
    particle: (particle) => {
      if (particle.kind === 'all') {
        if (particle.maxOccurs !== 1 || particle.minOccurs > 1) {
          report(particle, 'it may occur at most once');
        }
        for (const child of particle.particles) {
          const isMany = child.maxOccurs === null || child.maxOccurs > 1;
          if (isMany && child.kind !== 'any') {
            report(child, 'an element in it may occur at most once');
          }
        }
      } else if (particle.kind === 'sequence' || particle.kind === 'choice') {
        for (const child of particle.particles) {
          if (child.kind !== 'groupRef' || modelGroupOf(child, schemas)?.kind !== 'all') {
            continue;
          }
          reported.add(child);
          report(child, 'it may not be part of another group');
        }
      } else if (particle.kind === 'groupRef' && modelGroupOf(particle, schemas)?.kind === 'all') {
        if (particle.maxOccurs !== 1 && !reported.has(particle)) {
          report(particle, 'it may occur at most once');
        }
      }
    },
    type: (type) => {
      if (type.kind !== 'complexType' || type.derivation !== 'extension' || !type.base) {
        return;
      }
      const before = contents.of(types.baseOf(type));
      const own = ownContent(type);
      // Content that is mixed is never absent, even where it holds no elements (Part 1, 3.4.2).
      if (!before || before.variety === 'empty' || before.variety === 'simple' || own.variety === 'empty') {
        return;
      }
      if (own.variety === 'simple') {
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
