import { readContract, renderContract } from '../../generator/pipeline.js';
import { memoryDisk } from '../../generator/xsd/fixtures/memory.js';

/** How much more of everything the second run has, and how much longer it may take: quadratic time would be 64 times as long. */
const FACTOR = 8;
const BOUND = 12;

const schema = (body: string, namespace = 'urn:r'): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">${body}</xs:schema>`;
const repeat = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

const field = '<xs:sequence><xs:element name="value" type="xs:int"/></xs:sequence>';
const shapes: Readonly<Record<string, readonly [count: number, make: (count: number) => string]>> = {
  'types and elements': [
    300,
    (n) =>
      schema(
        repeat(
          n,
          (i) => `<xs:complexType name="T${i}">${field}</xs:complexType><xs:element name="e${i}" type="T${i}"/>`,
        ),
      ),
  ],
  'model groups and attribute groups': [
    200,
    (n) =>
      schema(
        repeat(
          n,
          (i) =>
            `<xs:group name="G${i}">${field}</xs:group><xs:attributeGroup name="A${i}"><xs:attribute name="a" type="xs:int"/></xs:attributeGroup><xs:complexType name="T${i}"><xs:sequence><xs:group ref="G${i}"/></xs:sequence><xs:attributeGroup ref="A${i}"/></xs:complexType>`,
        ),
      ),
  ],
  'anonymous types': [
    250,
    (n) => schema(repeat(n, (i) => `<xs:element name="e${i}"><xs:complexType>${field}</xs:complexType></xs:element>`)),
  ],
  'types derived from one type': [
    250,
    (n) =>
      schema(
        `<xs:complexType name="B"><xs:sequence/></xs:complexType>${repeat(n, (i) => `<xs:complexType name="D${i}"><xs:complexContent><xs:extension base="B">${field}</xs:extension></xs:complexContent></xs:complexType>`)}`,
      ),
  ],
  'members of a substitution group': [
    200,
    (n) =>
      schema(
        `<xs:element name="head" type="xs:string"/>${repeat(n, (i) => `<xs:element name="e${i}" type="xs:string" substitutionGroup="head"/>`)}`,
      ),
  ],
  'elements of one type': [
    150,
    (n) =>
      schema(
        `<xs:complexType name="T"><xs:sequence>${repeat(n, (i) => `<xs:element name="e${i}" type="xs:int"/>`)}</xs:sequence></xs:complexType>`,
      ),
  ],
  'values of an enumeration': [
    800,
    (n) =>
      schema(
        `<xs:simpleType name="E"><xs:restriction base="xs:string">${repeat(n, (i) => `<xs:enumeration value="v${i}"/>`)}</xs:restriction></xs:simpleType>`,
      ),
  ],
  namespaces: [
    40,
    (n) =>
      `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:r"><types>${repeat(n, (i) =>
        schema(
          repeat(5, (k) => `<xs:complexType name="T${k}">${field}</xs:complexType>`),
          `urn:r:${i}`,
        ),
      )}</types></definitions>`,
  ],
};

/** Process time of a run, in milliseconds: the better of two, because collecting garbage may fall into either. */
async function timeOf(text: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 2; i++) {
    const start = process.cpuUsage();
    const [reading] = await readContract(
      ['r.xml'],
      {},
      { workingFolder: '/work', read: memoryDisk({ 'r.xml': text }) },
    );
    const [{ files }] = await renderContract(reading, { packageName: 'r', templates: {} });
    const { user, system } = process.cpuUsage(start);
    expect(files.length).toBeGreaterThan(4);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

describe('time grows with the size of a descriptor and not faster', () => {
  it.each(Object.entries(shapes))(
    '%s',
    async (_, [count, make]) => {
      // Once for the compiler, so that the small run is not the one that pays for it.
      await timeOf(make(count));
      const small = await timeOf(make(count));
      const large = await timeOf(make(count * FACTOR));
      console.log(_, small, large, large / small);
      expect(large / small).toBeLessThan(BOUND);
    },
    60_000,
  );
});
