import { codes, contractTypes } from '../../xsd/fixtures/memory.js';
import type { ComplexTypeDefinition, Particle } from '../model.js';

/** The content of the type `T` of `urn:t` in short notation: `a`, `b?`, `c*`, `(a, b)`, `(a | b){2,3}`, `(a & b)`, `##any`. */
async function contentOf(declarations: string): Promise<string> {
  const [{ types }, diagnostics] = await contractTypes(declarations);
  expect(codes(diagnostics)).toEqual([]);
  const { content } = types.find(({ key }) => key === '{urn:t}T') as ComplexTypeDefinition;
  return 'particle' in content && content.particle ? show(content.particle) : content.kind;
}

function show(particle: Particle): string {
  const { minOccurs: min, maxOccurs: max } = particle;
  const range = min === 1 && max === 1 ? '' : min === 0 && max === 1 ? '?' : `{${min},${max ?? ''}}`;
  return term(particle) + range;
}

function term(particle: Particle): string {
  switch (particle.kind) {
    case 'element':
      return particle.name;
    case 'any':
      return '##any';
    case 'sequence':
      return `(${particle.particles.map(show).join(', ')})`;
    case 'choice':
      return `(${particle.particles.map(show).join(' | ')})`;
    case 'all':
      return `(${particle.particles.map(show).join(' & ')})`;
  }
}

const type = (content: string, name = 'T'): string => `<xs:complexType name="${name}">${content}</xs:complexType>`;
const element = (name: string, rest = ''): string => `<xs:element name="${name}" type="xs:string" ${rest}/>`;

describe('the content of a type', () => {
  it('has the groups of the schema with their occurrences', async () => {
    const choice = `<xs:choice maxOccurs="unbounded">${element('b')}${element('c', 'minOccurs="0"')}</xs:choice>`;
    expect(await contentOf(type(`<xs:sequence>${element('a')}${choice}</xs:sequence>`))).toBe('(a, (b | c?){1,})');
  });

  it('has the group of a group reference, with the occurrences of the reference', async () => {
    const group = `<xs:group name="g"><xs:sequence>${element('a')}</xs:sequence></xs:group>`;
    expect(await contentOf(group + type('<xs:group ref="tns:g" minOccurs="0" maxOccurs="3"/>'))).toBe('(a){0,3}');
  });

  it('has no particle that may not occur', async () => {
    expect(
      await contentOf(type(`<xs:sequence>${element('a', 'minOccurs="0" maxOccurs="0"')}${element('b')}</xs:sequence>`)),
    ).toBe('(b)');
  });

  it('is that of an xs:all', async () => {
    expect(await contentOf(type(`<xs:all>${element('a')}${element('b', 'minOccurs="0"')}</xs:all>`))).toBe('(a & b?)');
  });

  it('has the wildcards of the schema', async () => {
    expect(await contentOf(type(`<xs:sequence>${element('a')}<xs:any minOccurs="0"/></xs:sequence>`))).toBe(
      '(a, ##any?)',
    );
  });

  it('is empty for an empty group', async () => {
    expect(await contentOf(type('<xs:sequence/>'))).toBe('empty');
  });
});

describe('a reference to a global element', () => {
  it('has type, default and nillability from the declaration, and occurrences from the reference', async () => {
    const global = '<xs:element name="e" type="xs:int" default="7" nillable="true"/>';
    const [{ types }] = await contractTypes(
      global + type('<xs:sequence><xs:element ref="tns:e" minOccurs="0"/></xs:sequence>'),
    );
    expect((types[0] as ComplexTypeDefinition).content).toMatchObject({
      particle: {
        particles: [
          {
            name: 'e',
            namespace: 'urn:t',
            ref: true,
            minOccurs: 0,
            nillable: true,
            value: { kind: 'default', value: '7' },
          },
        ],
      },
    });
  });

  it('is of any type when there is no such element', async () => {
    const [{ types }, diagnostics] = await contractTypes(type('<xs:sequence><xs:element ref="tns:e"/></xs:sequence>'));
    expect(diagnostics.map(({ code }) => code)).toEqual(['xsd/unresolved-element']);
    expect((types[0] as ComplexTypeDefinition).content).toMatchObject({
      particle: { particles: [{ name: 'e', ref: false, type: '{http://www.w3.org/2001/XMLSchema}anyType' }] },
    });
  });
});
