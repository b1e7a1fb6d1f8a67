/** Sizes of bundles for browsers: what a program pays for a client, and for one operation of a large service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { generate } from '../../dist/generator/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const operations = 60;
const fields = 30;

/** Bytes of gzip of the minified bundle of a program. */
async function sizeOf(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}examples` },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    nodePaths: [`${root}node_modules`],
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/** The size with a client of the wallet. */
export function clientSize(client) {
  return sizeOf(`import { ${client} } from 'wallet-api'; console.log(new ${client}({ baseUrl: 'https://a' }));`);
}

/** Sizes with one operation of a service of many: by its constant, and by the client of them all. */
export async function largeServiceSizes() {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-sizes-'));
  try {
    writeFileSync(join(folder, 'many.wsdl'), manyOperations());
    const out = join(folder, 'many');
    await generate({ name: 'many', inputs: [join(folder, 'many.wsdl')], out, write: true });
    const index = JSON.stringify(join(out, 'esm/index.js'));
    const one = `import { Many$op7, ManyClient$of } from ${index}; console.log(ManyClient$of({ op7: Many$op7 }).op7({}));`;
    const all = `import { ManyClient } from ${index}; console.log(new ManyClient().op7({}));`;
    return { 'one operation of 60': await sizeOf(one), 'a client of 60 operations': await sizeOf(all) };
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
