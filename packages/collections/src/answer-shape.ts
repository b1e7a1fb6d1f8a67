import { type BindingKind, type OperationDescriptor, parseTree, type XmlElement } from '@wsdl-codegen/runtime';
import type {
  ComplexType,
  ElementDescriptor,
  ElementParticleDescriptor,
  ParticleDescriptor,
} from '@wsdl-codegen/runtime/schema';
import type { CollectionSample } from './model.js';

/** The elements that every answer has, as paths of local names: what the schema requires, and a valid answer shows. */
export function answerShape({ operation, binding, response }: CollectionSample): readonly string[] {
  const shown = response === undefined ? new Set<string>() : pathsIn(new TextDecoder().decode(response.body));
  const [root, required] = requiredIn(operation, binding);
  const paths = required.map((name) => (root === '' ? name : `${root}/${name}`)).filter((path) => shown.has(path));
  return paths.length === 0 && shown.has(root) ? [root] : paths;
}

/** The path of what surrounds the answer, and those of elements in it. */
function requiredIn(
  { output, ...operation }: OperationDescriptor,
  binding: BindingKind,
): readonly [root: string, required: readonly string[]] {
  if (binding === 'httpGet' || binding === 'httpPost') {
    const element = operation[binding]?.output;
    return ['', element === undefined ? [] : pathsOf(element)];
  }
  const root = 'Envelope/Body';
  if (output?.absent !== undefined) {
    return [root, []];
  }
  const { element, content } = output ?? {};
  return [root, element !== undefined ? pathsOf(element) : content === undefined ? [] : requiredNames(content)];
}

function pathsOf({ name, type, nillable, abstract }: ElementDescriptor): readonly string[] {
  if (abstract === true) {
    return [];
  }
  const own = typeof type === 'function' ? type() : type;
  const inside = nillable === true || own.kind !== 'complex' ? [] : requiredNames(own);
  return [name, ...inside.map((each) => `${name}/${each}`)];
}

function requiredNames(type: ComplexType | (() => ComplexType)): readonly string[] {
  const { extends: base, content } = typeof type === 'function' ? type() : type;
  return [...(base === undefined ? [] : requiredNames(base)), ...(content === undefined ? [] : namesIn(content))];
}

function namesIn(particle: ParticleDescriptor): readonly string[] {
  if (particle.min === 0) {
    return [];
  }
  switch (particle.kind) {
    case 'element':
      return isCertain(particle) ? [particle.name] : [];
    case 'sequence':
    case 'all':
      return particle.particles.flatMap(namesIn);
    case 'choice':
    case 'any':
      return [];
  }
}

/** True for an element that stands under its own name, and that nothing may stand for. */
function isCertain({ abstract, substitutes, absent, tolerant }: ElementParticleDescriptor): boolean {
  return [abstract, substitutes, absent, tolerant].every((reason) => reason === undefined || reason === false);
}

function pathsIn(text: string): ReadonlySet<string> {
  const paths = new Set<string>();
  const visit = ({ name, children }: XmlElement, before: string): void => {
    paths.add(before + name);
    for (const child of children) {
      if (typeof child !== 'string') {
        visit(child, `${before}${name}/`);
      }
    }
  };
  try {
    visit(parseTree(text), '');
  } catch {
    // Bytes, or a package with attachments: only the status is tested.
  }
  return paths;
}
