import { audiences, type ContractChange } from '../../generator/diff/change.js';
import { diffContracts } from '../../generator/diff/diff.js';
import { contractOf } from '../support/descriptors.js';
import { TestProject } from '../support/test-project.js';

/** Changes of schemas without a service: whom they break of those who read and write documents. */

const schema = (...edits: readonly (readonly [string, string])[]): string =>
  edits.reduce(
    (text, [from, to]) => {
      expect(text).toContain(from);
      return text.replace(from, to);
    },
    `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" targetNamespace="urn:o">
  <x:element name="order" type="Order"/>
  <x:element name="note" type="x:string"/>
  <x:complexType name="Order"><x:sequence>
    <x:element name="id" type="x:int"/>
    <x:element name="state" type="State" minOccurs="0"/>
    <x:element name="party" type="Party"/>
  </x:sequence></x:complexType>
  <x:complexType name="Party"><x:sequence><x:element name="name" type="x:string"/></x:sequence></x:complexType>
  <x:simpleType name="State"><x:restriction base="x:string"><x:enumeration value="open"/><x:enumeration value="done"/></x:restriction></x:simpleType>
</x:schema>`,
  );

function text({ level, code, subject, effects }: ContractChange): string {
  const concerned = audiences.flatMap((audience) =>
    effects[audience] === undefined ? [] : [effects[audience] === 'strict' ? `strict ${audience}` : audience],
  );
  return `${level} ${code} ${subject} (${concerned.join(', ')})`;
}

const person =
  '<x:complexType name="Person"><x:complexContent><x:extension base="Party"/></x:complexContent></x:complexType>';
const rows: readonly (readonly [title: string, from: string, to: string, added: string, removed: string])[] = [
  [
    'an optional element',
    '</x:sequence></x:complexType>\n  <x:complexType name="Party">',
    '<x:element name="more" type="x:int" minOccurs="0"/></x:sequence></x:complexType>\n  <x:complexType name="Party">',
    'minor element-added type Order (strict readers)',
    'major element-removed type Order (readers, writers)',
  ],
  [
    'a required element',
    '<x:element name="id" type="x:int"/>',
    '<x:element name="id" type="x:int"/><x:element name="more" type="x:int"/>',
    'major element-added type Order (strict readers, writers)',
    'major element-removed type Order (readers, writers)',
  ],
  [
    'that an element is required',
    ' minOccurs="0"',
    '',
    'major element-became-required type Order (writers)',
    'major element-became-optional type Order (readers)',
  ],
  [
    'a value of an enumeration',
    '<x:enumeration value="done"/>',
    '<x:enumeration value="done"/><x:enumeration value="lost"/>',
    'major enumeration-value-added type State (readers)',
    'major enumeration-value-removed type State (writers)',
  ],
  [
    'a root',
    '<x:element name="note" type="x:string"/>',
    '<x:element name="note" type="x:string"/><x:element name="other" type="Order"/>',
    'minor global-element-added element other (strict readers)',
    'major global-element-removed element other (readers, writers)',
  ],
  [
    'a type that stands in for another',
    '<x:simpleType name="State">',
    `${person}<x:simpleType name="State">`,
    'major derived-type-added type Person (readers)',
    'major derived-type-removed type Person (writers)|major type-removed type Person (readers, writers)',
  ],
];

it.each(rows)('%s that comes or goes breaks readers or writers', async (_, from, to, added, removed) => {
  const [less, more] = [await contractOf({ 'o.xsd': schema() }), await contractOf({ 'o.xsd': schema([from, to]) })];
  const changes = (old: typeof less, now: typeof less): string =>
    diffContracts(old.contract, now.contract).changes.map(text).join('|');
  expect(changes(less, more)).toBe(added);
  expect(changes(more, less)).toBe(removed);
});

it('counts the audiences that are named, and both where those of services are', async () => {
  const old = (await contractOf({ 'o.xsd': schema() })).contract;
  const now = (await contractOf({ 'o.xsd': schema([' minOccurs="0"', '']) })).contract;
  const verdict = (...names: readonly (typeof audiences)[number][]): string =>
    diffContracts(old, now, { audiences: names }).verdict;
  expect([verdict('writers'), verdict('readers'), verdict('callers', 'oldClients')]).toEqual([
    'major',
    'minor',
    'major',
  ]);
});

describe('codegen diff and codegen check of a package of a schema', () => {
  let project: TestProject;
  beforeEach(async () => {
    project = new TestProject();
    project.write('o.xsd', schema());
    const packages = [{ name: 'orders', inputs: ['o.xsd'], out: 'orders' }];
    project.write('codegen.config.json', JSON.stringify({ packages }));
    expect((await project.run('generate')).status).toBe(0);
    project.edit('o.xsd', ' minOccurs="0"', '');
  });
  afterEach(() => project.remove());

  it('say whom a changed schema breaks, for people and for machines', async () => {
    expect((await project.run('diff')).out).toContain(
      'orders: major (1 change: 1 major)\n  major  type Order: element state must be there  [element-became-required]\n         breaks writers of documents\n',
    );
    expect((await project.run('diff', '--format', 'markdown')).out).toContain('(breaks writers of documents)');
    const json = JSON.parse((await project.run('diff', '--json')).out) as object;
    expect(json).toMatchObject({ packages: [{ changes: [{ effects: { writers: 'breaks' } }] }] });
    expect(await project.run('diff', '--fail-on', 'major', '--for', 'readers')).toMatchObject({ status: 0 });
    expect(await project.run('diff', '--fail-on', 'major', '--for', 'writers')).toMatchObject({ status: 1 });
    expect(await project.run('check')).toMatchObject({ status: 1, out: expect.stringContaining('changed, major') });
  });
});
