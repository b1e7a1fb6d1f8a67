/**
 * Time of generation for inputs that have eight times as much of one thing: eight where time is linear, 64 where it is
 * quadratic.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../dist/generator/index.js';
import { fixed, table } from './lib/table.mjs';

const factor = 8;

const schema = (body, namespace = 'urn:r') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespace}" targetNamespace="${namespace}" elementFormDefault="qualified">${body}</xs:schema>`;
const repeat = (count, text) => Array.from({ length: count }, (_, i) => text(i)).join('');

const field = '<xs:sequence><xs:element name="value" type="xs:int"/></xs:sequence>';
const shapes = {
  'types and elements': [
    2400,
    (n) =>
      schema(
        repeat(
          n,
          (i) => `<xs:complexType name="T${i}">${field}</xs:complexType><xs:element name="e${i}" type="T${i}"/>`,
        ),
      ),
  ],
  'model groups and attribute groups': [
    1600,
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
    2000,
    (n) => schema(repeat(n, (i) => `<xs:element name="e${i}"><xs:complexType>${field}</xs:complexType></xs:element>`)),
  ],
  'types derived from one type': [
    2000,
    (n) =>
      schema(
        `<xs:complexType name="B"><xs:sequence/></xs:complexType>${repeat(n, (i) => `<xs:complexType name="D${i}"><xs:complexContent><xs:extension base="B">${field}</xs:extension></xs:complexContent></xs:complexType>`)}`,
      ),
  ],
  'members of a substitution group': [
    1600,
    (n) =>
      schema(
        `<xs:element name="head" type="xs:string"/>${repeat(n, (i) => `<xs:element name="e${i}" type="xs:string" substitutionGroup="head"/>`)}`,
      ),
  ],
  'elements of one type': [
    1200,
    (n) =>
      schema(
        `<xs:complexType name="T"><xs:sequence>${repeat(n, (i) => `<xs:element name="e${i}" type="xs:int"/>`)}</xs:sequence></xs:complexType>`,
      ),
  ],
  'values of an enumeration': [
    6400,
    (n) =>
      schema(
        `<xs:simpleType name="E"><xs:restriction base="xs:string">${repeat(n, (i) => `<xs:enumeration value="v${i}"/>`)}</xs:restriction></xs:simpleType>`,
      ),
  ],
  namespaces: [
    160,
    (n) =>
      `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:r"><types>${repeat(n, (i) =>
        schema(
          repeat(5, (k) => `<xs:complexType name="T${k}">${field}</xs:complexType>`),
          `urn:r:${i}`,
        ),
      )}</types></definitions>`,
  ],
};

const folder = mkdtempSync(join(tmpdir(), 'codegen-shapes-'));
const file = join(folder, 'shape.wsdl');

/** CPU milliseconds of one run, the best of three, because collecting garbage may fall into any. */
async function cpu(text) {
  writeFileSync(file, text);
  const times = [];
  for (let run = 0; run < 3; run++) {
    const start = process.cpuUsage();
    const { files } = await generate({ inputs: [file], name: 'shape' });
    const { user, system } = process.cpuUsage(start);
    if (files.size < 5) {
      throw new Error('nothing was generated');
    }
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

try {
  const rows = [];
  for (const [name, [count, make]] of Object.entries(shapes)) {
    const small = await cpu(make(count));
    const large = await cpu(make(count * factor));
    rows.push([name, count, fixed(small, 0), fixed(large, 0), fixed(large / small)]);
  }
  const header = ['shape', 'count', 'ms', `ms, ${factor} times as many`, 'ratio'];
  table(`Generation of one shape, CPU time (Node ${process.versions.node})`, header, rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
