import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { formatXml, parseXml } from '@wsdl-codegen/runtime';
import { char, validate } from '@wsdl-codegen/runtime/schema';
import { startDriver } from '../driver.mjs';
import { randomContracts } from './contracts.mjs';
import { generatedFrom } from './generated.mjs';

const serialization = 'http://schemas.microsoft.com/2003/10/Serialization/';

const decoded = (text) => Buffer.from(text, 'base64').toString();

/** Random data contracts: documents of .NET are read, validated and written by us, and .NET compares what it reads from ours. */
export async function checkDocuments({ seed, count, each, folder, sources, command, report }) {
  mkdirSync(folder, { recursive: true });
  const using = ['', '.Collections.Generic', '.Runtime.Serialization', '.Xml']
    .map((name) => `using System${name};\n`)
    .join('');
  writeFileSync(`${folder}/Contracts.cs`, using + randomContracts(seed, count));
  const program = `${folder}/Documents.exe`;
  const references = ['System.Runtime.Serialization', 'System.Xml', 'System.Web.Services'].map((name) => `-r:${name}`);
  await command('mcs', [
    '-nowarn:1591',
    ...references,
    `-out:${program}`,
    `${folder}/Contracts.cs`,
    `${sources}Documents.cs`,
    `${sources}Values.cs`,
  ]);
  mkdirSync(`${folder}/schemas`, { recursive: true });
  await command('mono', [program, 'schemas', `${folder}/schemas`]);
  const schemas = readdirSync(`${folder}/schemas`)
    .sort()
    .map((name) => `${folder}/schemas/${name}`);
  const generated = await generatedFrom(schemas, 'contracts', `${folder}/package`, command);
  const declarations = declarationsOf(generated);
  const driver = startDriver({ command: 'mono', args: [program, 'serve'], env: { TZ: 'UTC' } });
  try {
    for (const line of await documentsOf(driver, each)) {
      report({
        direction: 'documents',
        ...(await checkDocument(line, { ...generated, declarations }, driver)),
        name: line.document ?? line.refused,
        number: line.number,
      });
    }
  } finally {
    driver.stop();
  }
}

/** The elements, and the types that `xsi:type` may name in a member of type object. */
function declarationsOf({ elements, schema }) {
  const types = Object.values(schema).filter(({ kind, name }) => (kind === 'simple' || kind === 'complex') && name);
  return {
    elements: new Map(Object.entries(elements)),
    // The runtime has the type of characters, so that packages have none.
    types: new Map([
      [`{${serialization}}char`, char],
      ...types.map((type) => [`{${type.namespace}}${type.name}`, type]),
    ]),
  };
}

async function documentsOf(driver, each) {
  const lines = [];
  for (let line = await driver.ask(`make ${each}`); line.done === undefined; line = await driver.next()) {
    lines.push(line);
  }
  return lines;
}

async function checkDocument(line, { elements, declarations }, driver) {
  const text = decoded(line.text);
  if (line.refused !== undefined) {
    return { status: 'limit', reason: '.NET refuses to write the value', problem: text };
  }
  try {
    const [, prefix, local] = text.match(/^<(?:([^\s:>/]+):)?([^\s>/]+)/);
    const namespace = text.match(prefix === undefined ? /xmlns="([^"]*)"/ : new RegExp(`xmlns:${prefix}="([^"]*)"`))[1];
    const element = elements[`{${namespace}}${local}`];
    const value = parseXml(element, text, { strict: true, declarations });
    const [invalid] = validate(element, value);
    if (invalid !== undefined) {
      return { status: 'wrong', problem: `not valid: /${invalid.path.join('/')} ${invalid.message}\n   ${text}` };
    }
    const written = formatXml(element, value);
    const answer = await driver.ask(`read ${line.document} ${line.number} ${Buffer.from(written).toString('base64')}`);
    return answer.right === undefined
      ? { status: 'wrong', problem: `${decoded(answer.text)}\n   ${text}\n   ${written}` }
      : { status: 'right' };
  } catch (error) {
    return { status: 'wrong', problem: `${error.name}: ${error.message}\n   ${text}` };
  }
}
