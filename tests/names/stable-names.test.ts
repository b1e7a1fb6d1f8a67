import fc from 'fast-check';
import { bindPackage } from '../../generator/typescript/bind.js';
import type { BoundPackage } from '../../generator/typescript/services/bound-package.js';
import { contractOf, wsdl } from '../support/descriptors.js';
import { runs } from '../support/thorough.js';
import { distinctNames } from './nasty.js';

/** A component of a schema: what it is, its name, and the name of an anonymous type inside. */
interface Component {
  readonly kind: 'complexType' | 'simpleType' | 'element' | 'derived';
  readonly name: string;
  readonly inner: string;
}

const name = fc.constantFrom(
  ...distinctNames,
  'Nasty',
  'NastyClient',
  'nasty',
  'Order$'.slice(0, 5),
  'order-item',
  'order_item',
  'order.item',
);
const component: fc.Arbitrary<Component> = fc.record({
  kind: fc.constantFrom('complexType', 'simpleType', 'element', 'derived'),
  name,
  inner: name,
});
const type = component.filter(({ kind }) => kind !== 'element');

function schemaOf(components: readonly Component[]): string {
  return components.map(declaration).join('\n');
}

function declaration({ kind, name, inner }: Component): string {
  const content = `<x:sequence><x:element name="${inner}"><x:complexType><x:attribute name="a" type="x:int"/></x:complexType></x:element></x:sequence>`;
  switch (kind) {
    case 'complexType':
      return `<x:complexType name="${name}">${content}</x:complexType>`;
    case 'derived':
      return `<x:complexType name="${name}"><x:complexContent><x:extension base="t:root">${content}</x:extension></x:complexContent></x:complexType>`;
    case 'simpleType':
      return `<x:simpleType name="${name}"><x:restriction base="x:string"><x:enumeration value="a"/></x:restriction></x:simpleType>`;
    case 'element':
      return `<x:element name="${name}"><x:complexType>${content}</x:complexType></x:element>`;
  }
}

/** Every name of a package, by what has it. */
async function namesOf(components: readonly Component[]): Promise<ReadonlyMap<string, string>> {
  const service = `<message name="m"><part name="p" element="t:request"/></message>
    <portType name="pt"><operation name="Go"><input message="t:m"/></operation></portType>
    <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Go"><soap:operation soapAction="urn:go"/><input><soap:body use="literal"/></input></operation></binding>
    <service name="nasty"><port name="p" binding="t:b"><soap:address location="http://nasty.example/"/></port></service>`;
  const fixed = '<x:element name="request" type="x:int"/><x:complexType name="root"/>';
  const { contract } = await contractOf({ 'a.wsdl': wsdl(service, fixed + schemaOf(components)) });
  const [binding] = bindPackage(contract, { packageName: 'p' });
  return new Map([...declaredNames(binding), ...serviceNames(binding)]);
}

function declaredNames({ types, roots, exports }: BoundPackage): readonly (readonly [string, string])[] {
  return [
    ...types.map(({ name, value }) => [`type ${name}`, JSON.stringify(value)] as const),
    ...roots.map(({ name, value }) => [`element ${name}`, JSON.stringify(value)] as const),
    ['exports', JSON.stringify([...exports.modules])],
  ];
}

function serviceNames({ services, modules }: BoundPackage): readonly (readonly [string, string])[] {
  return [
    ...services.map(
      ({ service, names, methods }) =>
        [`service ${service.name}`, JSON.stringify([names, methods.map((method) => method.name)])] as const,
    ),
    ...modules.flatMap((module) => module.constants.map((constant) => [`constant ${constant.name}`, ''] as const)),
  ];
}

/** At most one type and one element of each name, and none that exists already. */
function distinct(components: readonly Component[]): readonly Component[] {
  const seen = new Set(['type root', 'element request']);
  return components.filter((each) => {
    const key = `${each.kind === 'element' ? 'element' : 'type'} ${each.name}`;
    return !seen.has(key) && seen.add(key);
  });
}

describe('one more type', () => {
  it('renames nothing that is there already', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(component, { maxLength: 12 }), type, async (some, added) => {
        const all = distinct([...some, added]);
        const before = await namesOf(distinct(some));
        const after = await namesOf(all);
        for (const [what, before_] of before) {
          expect([what, after.get(what)]).toEqual([what, before_]);
        }
      }),
      { numRuns: runs(300) },
    );
  }, 60_000);
});

describe('one more namespace', () => {
  it('moves and renames nothing in the namespace of the services', async () => {
    const service = `<message name="m"><part name="p" element="t:request"/></message>
      <portType name="pt"><operation name="Go"><input message="t:m"/></operation></portType>
      <binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Go"><soap:operation soapAction="urn:go"/><input><soap:body use="literal"/></input></operation></binding>
      <service name="Shop"><port name="p" binding="t:b"><soap:address location="http://shop.example/"/></port></service>`;
    const own = '<x:element name="request" type="t:Shop"/><x:complexType name="Shop"/><x:complexType name="common"/>';
    const other = (name: string): string =>
      `<x:schema targetNamespace="urn:${name}"><x:complexType name="Shop"/><x:element name="e" type="x:int"/></x:schema>`;
    const bindingOf = async (...names: readonly string[]): Promise<BoundPackage> => {
      const text = wsdl(service, own).replace('</types>', `${names.map(other).join('')}</types>`);
      return bindPackage((await contractOf({ 'a.wsdl': text })).contract, { packageName: 'p' })[0];
    };
    const before = await bindingOf();
    const after = await bindingOf('a:common', 'z:more');
    const isOwn = ({ name }: { readonly name: string }): boolean => name.startsWith('{urn:t}');
    expect(after.types.filter(isOwn)).toEqual(before.types);
    expect(after.roots.filter(isOwn)).toEqual(before.roots);
    expect(after.modules.map(({ module }) => module.typesPath)).toEqual(['types/common', 'types', 'types/more']);
    expect([...before.exports.modules]).toEqual([['schema', 'schema']]);
    expect([...after.exports.modules]).toEqual([
      ['types/common', 'common$'],
      ['types/more', 'more'],
      ['schema/common', 'common$Schema'],
      ['schema', 'schema'],
      ['schema/more', 'moreSchema'],
    ]);
  });
});
