/** Sizes of bundles for browsers: what a program pays for a client, and for one operation of a large service. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { generate } from '../../dist/generator/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const operations = 60;
const fields = 30;
const codes = 1000;

/** Bytes of gzip of the minified bundle of a program. */
async function sizeOf(contents, external = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}examples` },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    external,
    nodePaths: [`${root}node_modules`],
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** The size with a client of the wallet. */
export function clientSize(client) {
  return sizeOf(`import { ${client} } from 'wallet-api'; console.log(new ${client}({ baseUrl: 'https://a' }));`);
}

/** The sizes of a program that loads schemas when it runs, and of one that generates and compares, each with all of the runtime that it needs. */
export async function everywhereSizes() {
  const entry = (name) => JSON.stringify(`${root}dist/generator/${name}/index.js`);
  return {
    'schemas at run time': await sizeOf(
      `import { loadSchemas } from ${entry('schemas')}; import * as documents from '@wsdl-codegen/runtime/documents'; console.log(loadSchemas, documents);`,
    ),
    'packages from texts': await sizeOf(`import * as memory from ${entry('in-memory')}; console.log(memory);`),
  };
}

/**
 * Sizes with one operation of a service of many: by its constant, and by the client of them all; and with an operation that has headers, faults and a
 * status with one of many codes, as services of business software have them.
 */
export async function largeServiceSizes() {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-sizes-'));
  const indexOf = async (name, wsdl) => {
    writeFileSync(join(folder, `${name}.wsdl`), wsdl);
    const out = join(folder, name);
    await generate({ name, inputs: [join(folder, `${name}.wsdl`)], out, write: true });
    return JSON.stringify(join(out, 'js/index.js'));
  };
  try {
    const many = await indexOf('many', manyOperations());
    const one = `import { Many$op7, ManyClient$of } from ${many}; console.log(ManyClient$of({ op7: Many$op7 }).op7({}));`;
    const all = `import { ManyClient } from ${many}; console.log(new ManyClient().op7({}));`;
    const coded = await indexOf('coded', codedOperation());
    const status = `import { Coded$getTime, CodedClient$of } from ${coded}; console.log(CodedClient$of({ getTime: Coded$getTime }).getTime({}));`;
    return {
      'one operation of 60': await sizeOf(one),
      'a client of 60 operations': await sizeOf(all),
      [`an operation with headers, faults and ${codes} codes`]: await sizeOf(status),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The sizes of a program that reads and writes invoices, with the runtime and without it; none where the schemas of UBL are not at hand. */
export async function documentSizes() {
  const schema = `${root}../shared/xml/ubl/maindoc/UBL-Invoice-2.5.xsd`;
  if (!existsSync(schema)) {
    return {};
  }
  const folder = mkdtempSync(join(tmpdir(), 'bundle-sizes-'));
  try {
    await generate({ name: 'invoice', inputs: [schema], out: folder, write: true, force: true });
    const index = JSON.stringify(join(folder, 'js/index.js'));
    const program = `import { Invoice } from ${index}; console.log(Invoice.format(Invoice.parse('')));`;
    return {
      'a UBL invoice, its descriptors alone': await sizeOf(program, ['@wsdl-codegen/runtime*']),
      'a UBL invoice, read and written': await sizeOf(program),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function manyOperations() {
  const each = (text) => Array.from({ length: operations }, (_, i) => text(`Op${i}`)).join('\n');
  const content = (name) =>
    Array.from({ length: fields }, (_, i) => `<x:element name="${name}Field${i}" type="x:string" minOccurs="0"/>`).join(
      '',
    );
  const element = (name) =>
    `<x:element name="${name}"><x:complexType><x:sequence>${content(name)}</x:sequence></x:complexType></x:element>`;
  return `<definitions name="Many" targetNamespace="urn:many" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:m="urn:many" xmlns:x="http://www.w3.org/2001/XMLSchema">
<types><x:schema targetNamespace="urn:many" elementFormDefault="qualified">
${each((name) => element(name) + element(`${name}Response`))}
</x:schema></types>
${each((name) => `<message name="${name}In"><part name="p" element="m:${name}"/></message><message name="${name}Out"><part name="p" element="m:${name}Response"/></message>`)}
<portType name="Many">
${each((name) => `<operation name="${name}"><input message="m:${name}In"/><output message="m:${name}Out"/></operation>`)}
</portType>
<binding name="Many" type="m:Many"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((name) => `<operation name="${name}"><s:operation soapAction="urn:many/${name}"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>`)}
</binding>
<service name="Many"><port name="Many" binding="m:Many"><s:address location="https://many.example/"/></port></service>
</definitions>`;
}

/** Codes like `DATONE_LIROS_KAVE`, of two to four words, sorted; the same each time. */
function manyCodes() {
  let state = 1;
  const below = (size) => {
    state = (state * 48271) % 2147483647;
    return state % size;
  };
  const some = (size, make) => Array.from({ length: size }, make);
  const syllables = [
    'A',
    'BO',
    'CUR',
    'DAT',
    'E',
    'FIN',
    'GA',
    'HOL',
    'IN',
    'KA',
    'LI',
    'MENT',
    'NO',
    'ONE',
    'PER',
    'RO',
    'SAL',
    'TION',
    'UP',
    'VE',
  ];
  const words = some(300, () => some(2 + below(2), () => syllables[below(syllables.length)]).join(''));
  const found = new Set();
  while (found.size < codes) {
    // Few words are used often, as in any language.
    found.add(some(2 + below(3), () => words[Math.floor(below(words.length) ** 2 / words.length)]).join('_'));
  }
  return [...found].sort();
}

function codedOperation() {
  const faults = ['AccessFault', 'LimitFault', 'SessionFault', 'SizeFault'];
  const sequence = (...elements) =>
    `<x:sequence>${elements.map(([name, type, more = '']) => `<x:element name="${name}" type="${type}" ${more}/>`).join('')}</x:sequence>`;
  const type = (name, content) => `<x:complexType name="${name}">${content}</x:complexType>`;
  const message = (name) => `<message name="${name}"><part name="p" element="m:${name}"/></message>`;
  const header = '<s:header message="m:passport" part="p" use="literal"/>';
  return `<definitions name="Coded" targetNamespace="urn:coded" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:m="urn:coded" xmlns:x="http://www.w3.org/2001/XMLSchema">
<types><x:schema targetNamespace="urn:coded" elementFormDefault="qualified">
<x:simpleType name="Code"><x:restriction base="x:string">${manyCodes()
    .map((code) => `<x:enumeration value="${code}"/>`)
    .join('\n')}</x:restriction></x:simpleType>
${type('Detail', `${sequence(['code', 'm:Code', 'minOccurs="0"'], ['message', 'x:string', 'minOccurs="0"'])}<x:attribute name="severity" type="x:string" default="ERROR"/>`)}
${type('Status', `${sequence(['detail', 'm:Detail', 'minOccurs="0" maxOccurs="unbounded"'])}<x:attribute name="isSuccess" type="x:boolean"/>`)}
${type('Passport', sequence(['account', 'x:string'], ['token', 'x:string'], ['timestamp', 'x:long']))}
${type('Fault', sequence(['code', 'x:string'], ['message', 'x:string']))}
${faults.map((name) => type(name, `<x:complexContent><x:extension base="m:Fault"><x:sequence/></x:extension></x:complexContent>`)).join('\n')}
${faults.map((name) => `<x:element name="${name}" type="m:${name}"/>`).join('\n')}
<x:element name="passport" type="m:Passport"/>
<x:element name="getTime"><x:complexType><x:sequence/></x:complexType></x:element>
<x:element name="getTimeResponse"><x:complexType>${sequence(['status', 'm:Status'], ['time', 'x:dateTime'])}</x:complexType></x:element>
</x:schema></types>
${['passport', 'getTime', 'getTimeResponse', ...faults].map(message).join('\n')}
<portType name="Coded"><operation name="getTime"><input message="m:getTime"/><output message="m:getTimeResponse"/>
${faults.map((name) => `<fault name="${name}" message="m:${name}"/>`).join('\n')}</operation></portType>
<binding name="Coded" type="m:Coded"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="getTime"><s:operation soapAction="urn:coded/getTime"/><input>${header}<s:body use="literal"/></input><output><s:body use="literal"/></output>
${faults.map((name) => `<fault name="${name}"><s:fault name="${name}" use="literal"/></fault>`).join('\n')}</operation></binding>
<service name="Coded"><port name="Coded" binding="m:Coded"><s:address location="https://coded.example/"/></port></service>
</definitions>`;
}
