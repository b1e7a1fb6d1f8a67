import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContract } from '../disk-pipeline.js';
import { readDocument } from '../source/files.js';

const head = "description: 1\nnamespace: 'urn:t'\naddress: 'http://h'\n";

/** The diagnostics of reading a description, without info. */
async function found(text: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  try {
    writeFileSync(join(folder, 'd.yaml'), head + text);
    const [, diagnostics] = await readContract(['d.yaml'], { only: [] }, { workingFolder: folder, read: readDocument });
    return diagnostics
      .filter((d) => d.severity !== 'info')
      .map((d) => `${d.span?.file}:${d.span?.line}:${d.span?.column} ${d.code}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const used = (type: string): string =>
  `services: { S: { operations: { Get: { params: { d: D } } } } }\ntypes: { D: ${type} }\n`;

describe('a mistake in the WSDL of a description', () => {
  it.each([
    ['a pattern', used('{ type: string, pattern: "[" }'), 'd.yaml:5:38 xsd/bad-pattern'],
    ['a facet that does not apply', used('{ type: boolean, maxLength: 3 }'), 'd.yaml:5:41 xsd/facet-not-applicable'],
    [
      'facets that exclude each other',
      used('{ type: string, minLength: 5, maxLength: 3 }'),
      'd.yaml:5:54 xsd/facet-range',
    ],
    ['a default of a field', used('{ fields: { x: { type: int, default: abc } } }'), 'd.yaml:5:25 xsd/invalid-value'],
    [
      'a default of an attribute',
      used('{ attributes: { x: { type: int, default: abc } } }'),
      'd.yaml:5:29 xsd/invalid-value',
    ],
    [
      'a default of a parameter',
      'services: { S: { operations: { Get: { params: { x: { type: int, default: abc } } } } } }',
      'd.yaml:4:49 xsd/invalid-value',
    ],
    [
      'a field that is ambiguous after those of the base',
      used('{ extends: B, fields: { x: int } }, B: { fields: { x: { type: int, repeated: true } } }'),
      'd.yaml:5:40 xsd/ambiguous-content',
    ],
    [
      'a type that no operation uses',
      'services: { S: { operations: { Get: {} } } }\ntypes: { D: { type: string, pattern: "[" } }\n',
      'd.yaml:5:38 xsd/bad-pattern',
    ],
  ])('is reported at its position in the description: %s', async (_, text, expected) => {
    expect(await found(text)).toContain(expected);
    expect((await found(text)).filter((line) => !line.startsWith('d.yaml:'))).toEqual([]);
  });
});

describe('types that no operation uses', () => {
  it('are part of the contract', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'places-'));
    writeFileSync(join(folder, 'd.yaml'), `${head}types: { A: { fields: { b: B } }, B: { enum: [x] } }\n`);
    const [{ contract }] = await readContract(['d.yaml'], { only: [] }, { workingFolder: folder, read: readDocument });
    rmSync(folder, { recursive: true, force: true });
    expect(contract.types.map(({ key }) => key)).toEqual(['{urn:t}A', '{urn:t}B']);
  });
});
