import { xsdNamespace } from '../../source/names.js';
import type { ComplexTypeDefinition, Particle, WildcardParticle } from '../model.js';
import { diffgramNamespace } from './data-set-schema.js';

/** The content of a data set's position. */
export interface DataSetPosition {
  /** The declaration in such a position for the schema that is sent along. */
  readonly schema?: Particle;
  readonly wildcard: WildcardParticle;
  /** True if the wildcard allows the data set's own element; otherwise it allows a diffgram. */
  readonly plain: boolean;
  /** Namespace of the data set, where the wildcard names it. */
  readonly namespace?: string;
}

/** The content of a position of a typed data set or table, if it has that form: a wildcard, possibly after one for the schema. */
export function dataSetPosition(particle: Particle): DataSetPosition | undefined {
  const particles = particle.kind === 'sequence' && isOnce(particle) ? particle.particles : [particle];
  const wildcard = particles.at(-1);
  const [first] = particles;
  if (wildcard?.kind !== 'any' || wildcard.maxOccurs !== 1 || particles.length > 2) {
    return undefined;
  }
  const schema = particles.length === 2 ? first : undefined;
  if (schema && !isSchema(schema)) {
    return undefined;
  }
  const namespace = onlyNamespace(wildcard);
  if (namespace === undefined || namespace === xsdNamespace) {
    return undefined;
  }
  const base = { wildcard, ...(schema && { schema }) };
  return namespace === diffgramNamespace ? { ...base, plain: false } : { ...base, plain: true, namespace };
}

/**
 * The content of a position of an untyped data set, `<s:element ref="s:schema"/><s:any/>`, as it is on the wire: .NET sends one schema for
 * each namespace that tables are in. Nothing for other content.
 */
export function untypedDataSet(particle: Particle): Particle | undefined {
  if (particle.kind !== 'sequence' || !isOnce(particle) || particle.particles.length !== 2) {
    return undefined;
  }
  const [schema, wildcard] = particle.particles;
  if (schema?.kind !== 'element' || !isSchema(schema) || wildcard?.kind !== 'any') {
    return undefined;
  }
  if (wildcard.namespaces.kind !== 'any' || wildcard.maxOccurs !== 1) {
    return undefined;
  }
  return { ...particle, particles: [{ ...schema, maxOccurs: null }, wildcard] };
}

function isOnce({ minOccurs, maxOccurs }: Particle): boolean {
  return minOccurs === 1 && maxOccurs === 1;
}

function isSchema(particle: Particle): boolean {
  if (particle.kind === 'any') {
    return onlyNamespace(particle) === xsdNamespace;
  }
  return particle.kind === 'element' && particle.namespace === xsdNamespace && particle.name === 'schema';
}

function onlyNamespace({ namespaces }: WildcardParticle): string | undefined {
  return namespaces.kind === 'enumeration' && namespaces.namespaces.length === 1 ? namespaces.namespaces[0] : undefined;
}

/** Namespace of the data set that a typed table belongs to: .NET fixes it in an attribute of the table's position. */
export function tableNamespace(type: ComplexTypeDefinition): string | undefined {
  const fixed = (name: string) => type.attributes.find((use) => use.name === name && use.namespace === '')?.value;
  return fixed('tableTypeName')?.kind === 'fixed' ? fixed('namespace')?.value : undefined;
}
