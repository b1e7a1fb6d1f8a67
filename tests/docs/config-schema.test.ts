import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { Project } from 'ts-morph';
import { loadConfig } from '../../generator/config/load.js';
import { beginningOf } from '../../generator/config/places.js';
import { configSchema, validateConfig } from '../../generator/config/validate.js';
import { repository, textOf } from '../support/repository.js';

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; description?: string };

const path = 'schemas/config.schema.json';
const project = new Project({ skipAddingFilesFromTsConfig: true });
const files = ['generator/config/types.ts', 'generator/typescript/names/options.ts'].map((file) =>
  project.addSourceFileAtPath(join(repository, file)),
);

/** The doc comments of an interface's properties, each in one line. */
function commentsOf(name: string): ReadonlyMap<string, string> {
  const [found] = files.flatMap((file) => file.getInterface(name) ?? []);
  const members = found?.getProperties() ?? [];
  return new Map(
    members.map((member) => {
      const text = member.getJsDocs().map((comment) => comment.getDescription());
      return [member.getName(), text.join(' ').replace(/\s+/g, ' ').trim()];
    }),
  );
}

/** The interface of each object, by its place in the schema. */
const interfaces: Readonly<Record<string, string>> = {
  '': 'CodegenConfig',
  '/properties/packages/items': 'PackageConfig',
  '/properties/packages/items/properties/scalars/additionalProperties/anyOf/1': 'ImportedScalar',
  '/properties/packages/items/properties/skeletons': 'SkeletonConfig',
  '/properties/packages/items/properties/package/anyOf/1': 'PackageFields',
  '/properties/packages/items/properties/package/anyOf/1/properties/versioning/anyOf/1': 'VersioningConfig',
  '/properties/packages/items/properties/package/anyOf/1/properties/repository/anyOf/1': 'RepositoryConfig',
  '/properties/limits': 'LimitsConfig',
  '/properties/origins/additionalProperties/anyOf/1': 'OriginConfig',
  '/properties/openapi': 'OpenApiConfig',
  '/properties/mcp': 'McpConfig',
  '/properties/mcp/properties/annotations/additionalProperties': 'ToolConfig',
};

/** The schema with the comments of the types as descriptions. */
function described(value: unknown, at: string): unknown {
  if (Array.isArray(value)) {
    return value.map((item, i) => described(item, `${at}/${i}`));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).map(([key, inner]) => [key, described(inner, `${at}/${key}`)] as const);
  const schema = Object.fromEntries(entries) as Schema;
  const { properties } = schema;
  if (properties === undefined || schema.type !== 'object') {
    return schema;
  }
  const comments = commentsOf(interfaces[at] ?? '');
  const members = Object.entries(properties).map(([name, member]) => {
    const description = comments.get(name);
    if (description === undefined) {
      throw new Error(`no interface has a comment for "${name}" at "${at}"`);
    }
    return [name, { description, ...member }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

function schemaOfTypes(): unknown {
  const { properties, ...rest } = described(configSchema, '') as Schema;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Config of wsdl-codegen',
    description: 'The packages that codegen generates: codegen.config.json.',
    ...rest,
    properties: { $schema: { description: 'For editors.', type: 'string' }, ...properties },
  };
}

const one = { name: 'a', inputs: ['a.wsdl'], out: 'a' };
const configs: readonly unknown[] = [
  { packages: [one] },
  { packages: [{ ...one, scalars: { 'xs:date': 'Date', m: { type: 'M', from: './m.js', parse: 'p', format: 'f' } } }] },
  {
    packages: [
      { ...one, package: { version: '2.0.0' }, compiled: true, only: 'client', namespaces: { 'urn:a': 'a-b' } },
    ],
  },
  { packages: [{ ...one, package: false, importExtension: 'ts', skeletons: { dir: 'src' }, include: ['S.*'] }] },
  { packages: [one], limits: { maxBytes: 1 }, placeholders: { a: 'b' }, allowPaths: ['..'] },
  { packages: [one], origins: { a: 'https://a.example', b: { url: 'http://b.example', user: 'u' } } },
  { packages: [one], origins: { a: 'ftp://a.example' } },
  { packages: [one], openapi: { routes: { A: '/a' }, safe: ['A'], tags: { A: ['b'] }, faults: { F: 404 } } },
  { packages: [one], mcp: { tools: ['A'], readOnly: true, annotations: { A: { title: 'T', idempotent: true } } } },
  { packages: [one], mcp: { annotations: { A: { readOnly: 'yes' } } } },
  { packages: [] },
  { packages: [{ ...one, name: 'A B' }] },
  { packages: [{ ...one, inputs: 'a.wsdl' }] },
  { packages: [{ ...one, ouput: 'x' }] },
  { packages: [{ ...one, out: ' ' }] },
  { packages: [{ ...one, package: true }] },
  { packages: [{ ...one, package: { versioning: { changelog: false, for: ['callers'], strict: true } } }] },
  { packages: [{ ...one, package: { versioning: { for: [] } } }] },
  { packages: [{ ...one, package: { versioning: { for: ['everybody'] } } }] },
  { packages: [{ ...one, compiled: 'esm' }] },
  { packages: [{ ...one, include: ['S'] }] },
  { packages: [{ ...one, namespaces: { 'urn:a': 'A b' } }] },
  { packages: [{ ...one, scalars: { x: 'Money' } }] },
  { packages: [one], limits: { maxDepth: 0 } },
  [],
];

describe('the schema of configs', () => {
  it('is what the command checks, with the comments of its types (UPDATE_GOLDEN=1 writes it)', () => {
    const text = `${JSON.stringify(schemaOfTypes(), null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN) {
      writeFileSync(join(repository, path), text);
    }
    expect(JSON.parse(textOf(path))).toEqual(JSON.parse(text));
  });

  it('can be named in a config', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'codegen-config-'));
    const schema = './node_modules/wsdl-codegen/schemas/config.schema.json';
    writeFileSync(join(folder, 'codegen.config.json'), JSON.stringify({ $schema: schema, packages: [one] }));
    const [loaded, problems] = await loadConfig('codegen.config.json', folder);
    rmSync(folder, { recursive: true });
    expect([loaded?.config, problems]).toEqual([{ packages: [one] }, []]);
  });

  let validate: ValidateFunction | undefined;
  it.each(configs.map((config) => [JSON.stringify(config), config]))('judges %s as the command does', (_, config) => {
    validate ??= new Ajv2020().compile(JSON.parse(textOf(path)));
    expect(validate(config)).toBe(validateConfig(config, beginningOf('a'))[1].length === 0);
  });
});
