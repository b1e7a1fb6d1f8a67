import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { main } from '../../generator/cli.js';
import { commandNames } from '../../generator/config/command-names.js';
import { shopWsdl } from '../calls/shop.js';
import { TestService } from '../pull/service.js';
import { repository, textOf } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';
import { type Schema, TypeSchemas } from '../support/type-schema.js';

/** `schemas/commands/NAME.schema.json` says what a command prints with `--json`. It is made of the types that the command is compiled with. */
const folder = 'schemas/commands';
const source = 'generator/commands/json-output.ts';

/** Types that are not described by their members. */
const known: Readonly<Record<string, Schema>> = {
  Contract: { $ref: '#/$defs/Contract' },
  JsonValue: {},
};

/** The schema of contracts, with itself as a definition. */
function contractDefinitions(): Readonly<Record<string, Schema>> {
  const { $schema: _, $defs, ...contract } = JSON.parse(textOf('schemas/contract.schema.json')) as Schema;
  return { Contract: contract, ...($defs as Record<string, Schema>) };
}

/** The schemas of all commands, by the names of these. */
function schemasOfTypes(): ReadonlyMap<string, Schema> {
  const types = new TypeSchemas(known);
  const [diagnostic] = [...types.membersOf(source, 'DiagnosticsEvent')].filter(([name]) => name === 'diagnostics');
  const diagnostics = diagnostic && types.of(diagnostic[1]);
  const all = new Map<string, Schema>();
  const add = (name: string, what: string, schema: Schema, definitions: Readonly<Record<string, Schema>>): void => {
    const $defs = {
      ...definitions,
      ...(JSON.stringify([schema, definitions]).includes('/Contract"') && contractDefinitions()),
    };
    all.set(name, {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: `codegen ${name} --json`,
      description: what,
      ...schema,
      ...(Object.keys($defs).length > 0 && { $defs }),
    });
  };
  for (const [name, type] of types.membersOf(source, 'CommandResults')) {
    const { schema, definitions } = types.of(type);
    const { properties, required, ...rest } = schema as { properties: object; required: readonly string[] };
    const closed = {
      ...rest,
      properties: { ...properties, diagnostics: diagnostics?.schema },
      required: [...required, 'diagnostics'],
      additionalProperties: false,
    };
    add(name, 'What the command prints.', closed, { ...definitions, ...diagnostics?.definitions });
  }
  for (const [name, type] of types.membersOf(source, 'CommandEvents')) {
    const { schema, definitions } = types.of(type);
    add(name, 'Each line that the command prints.', schema, definitions);
  }
  for (const [name, type] of types.membersOf(source, 'CommandDocuments')) {
    const { schema, definitions } = types.of(type);
    add(name, 'What the command prints.', schema, definitions);
  }
  return all;
}

const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="id" type="xs:int"/></xs:schema>`;
const description = `description: 1
profile: asmx
bindings: [soap11]
namespace: http://shop.example/api
address: https://shop.example
services:
  OrderApi:
    path: /OrderApi.asmx
    operations:
      Find: { params: { id: long }, result: string }
`;
const soapProgram = `import * as soap from 'soap';
export async function main() {
  const client = await soap.createClientAsync('https://shop.example/shop?wsdl');
  const [result] = await client.PlaceOrderAsync({ id: 1 });
  return result;
}
`;
/** A second version, of which one operation is gone. */
const smaller = (): string => shopWsdl('https://shop.example/shop').replaceAll('PlaceOrder', 'SendOrder');

/** Of each command, runs that work and runs that fail, with the exit code. Inputs are files that `project` has. */
const runs: Readonly<Record<string, readonly (readonly [status: number, ...args: readonly string[]])[]>> = {
  init: [
    [0, '--yes', '--dry-run', '--skeletons', 'src'],
    [0, '--ci', 'github', '--agents', '--dry-run'],
    [1, '--name', 'A B', '--yes'],
    [1, '--language', 'js'],
  ],
  generate: [[0], [0], [1, 'nothing.wsdl', '--out', 'nothing'], [1, 'broken.wsdl', '--out', 'broken']],
  check: [[0], [1, 'shop-2.wsdl', '--out', 'shop-api'], [2, 'nothing.wsdl', '--out', 'x'], [2, '--remote']],
  diff: [[0, 'shop.wsdl', 'shop-2.wsdl'], [0], [2, 'nothing.wsdl', 'shop.wsdl']],
  doctor: [[1], [1, '--config', 'none.json']],
  inspect: [[0, 'shop.wsdl'], [0], [1, 'broken.wsdl'], [1, '--config', 'none.json']],
  wsdl: [
    [0, 'order.yaml', '--out', 'wsdl'],
    [1, 'nothing.yaml', '--out', 'wsdl'],
  ],
  pull: [
    [0, '@/shop?wsdl', 'pulled'],
    [0, '@/shop?wsdl', 'pulled'],
    [1, 'http://127.0.0.1:9/shop?wsdl', 'pulled'],
    [1],
  ],
  sample: [
    [0, 'shop.wsdl'],
    [0, 'id.xsd'],
    [0, 'id.xsd', '--out', 'samples'],
    [1, 'shop.wsdl', 'Nothing'],
    [1, 'nothing.wsdl'],
  ],
  docs: [
    [0, 'shop.wsdl', '--out', 'pages'],
    [1, 'nothing.wsdl', '--out', 'pages'],
  ],
  openapi: [
    [0, 'shop.wsdl'],
    [0, 'shop.wsdl', '--out', 'api.json'],
    [1, 'nothing.wsdl'],
  ],
  export: [
    [0, 'http', 'shop.wsdl', '--out', 'requests'],
    [1, 'http', 'nothing.wsdl', '--out', 'requests'],
  ],
  validate: [
    [0, 'good.xml', '--schema', 'id.xsd'],
    [1, 'bad.xml', '--schema', 'id.xsd'],
    [2, 'nothing.xml'],
  ],
  convert: [
    [0, 'good.xml', '--to', 'json', '--schema', 'id.xsd'],
    [0, 'good.xml', '--to', 'json', '--schema', 'id.xsd', '--out', 'good.json'],
    [1, 'bad.xml', '--to', 'json', '--schema', 'id.xsd'],
    [2, 'nothing.xml', '--to', 'json'],
  ],
  migrate: [
    [0, 'program.ts', '--package', 'shop-api'],
    [1, 'program.ts', '--package', 'other'],
  ],
  completion: [[0], [0, 'fish']],
};

const read = (name: string): Schema => JSON.parse(textOf(`${folder}/${name}.schema.json`)) as Schema;
const validators = new Map<string, ValidateFunction>();

/** What ajv has against an output. */
function problemsOf(name: string, output: unknown): unknown {
  const validate = validators.get(name) ?? new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(read(name));
  validators.set(name, validate);
  return validate(output) ? [] : validate.errors;
}

/** Whether a command has `--json` for its output, and not for a file of its input. */
async function printsJson(name: string): Promise<boolean> {
  let help = '';
  await main([name, '--help'], {
    out: (text) => {
      help += text;
    },
    err: () => undefined,
    isInteractive: false,
    environment: {},
    workingFolder: repository,
  });
  return /^ +--json {2,}/m.test(help);
}

/** The events of a command that goes on running, until something was done with what listens. */
async function eventsOf(
  args: readonly string[],
  during: (url: string) => Promise<unknown>,
): Promise<readonly { readonly event: string }[]> {
  const stop = new AbortController();
  let out = '';
  let ended: Promise<number> = Promise.resolve(0);
  const url = await new Promise<string | undefined>((resolve) => {
    ended = main([...args, '--port', '0', '--json'], {
      out: (text) => {
        out += text;
        const [, found] = /"event":"listening","url":"([^"]*)"/.exec(out) ?? [];
        if (found !== undefined) {
          resolve(found);
        }
      },
      err: () => undefined,
      isInteractive: false,
      environment: {},
      workingFolder: project.folder,
      stop: stop.signal,
    });
    ended.then(() => resolve(undefined));
  });
  if (url !== undefined) {
    await during(url);
  }
  stop.abort();
  await ended;
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly event: string });
}

let project: TestProject;
let service: TestService;
let base: string;
beforeAll(async () => {
  project = new TestProject();
  service = new TestService();
  base = await service.start();
  service.publish({ '/shop?wsdl': shopWsdl('https://shop.example/shop') });
  project.write('shop.wsdl', shopWsdl('https://shop.example/shop'));
  project.write('shop-2.wsdl', smaller());
  project.write('broken.wsdl', '<definitions');
  project.write('id.xsd', xsd);
  project.write('good.xml', '<id>5</id>');
  project.write('bad.xml', '<id>x</id>');
  project.write('order.yaml', description);
  project.write('program.ts', soapProgram);
  const packages = [{ name: 'shop-api', inputs: ['shop.wsdl'], out: 'shop-api' }];
  project.write('codegen.config.json', JSON.stringify({ packages }));
});
afterAll(async () => {
  project.remove();
  await service.stop();
});

describe('the schemas of what commands print with --json', () => {
  it('are those of the types, with their comments (UPDATE_GOLDEN=1 writes them)', () => {
    const wanted = schemasOfTypes();
    if (process.env.UPDATE_GOLDEN) {
      for (const name of readdirSync(join(repository, folder))) {
        rmSync(join(repository, folder, name));
      }
      for (const [name, schema] of wanted) {
        writeFileSync(join(repository, folder, `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);
      }
    }
    const files = readdirSync(join(repository, folder)).map((file) => file.replace('.schema.json', ''));
    expect(Object.fromEntries(files.map((name) => [name, read(name)]))).toEqual(Object.fromEntries(wanted));
  });

  it('are there for every command that has --json, and no other', async () => {
    const printing: string[] = [];
    for (const name of commandNames) {
      printing.push(...((await printsJson(name)) ? [name] : []));
    }
    const files = readdirSync(join(repository, folder)).map((file) => file.replace('.schema.json', ''));
    expect(files.sort()).toEqual(printing.sort());
    expect([...Object.keys(runs), 'mock', 'gateway'].sort()).toEqual(printing.sort());
  });

  it.each(Object.entries(runs).flatMap(([name, own]) => own.map(([status, ...args]) => [name, args, status] as const)))(
    'codegen %s %j prints what its schema says, and ends with %i',
    async (name, args, status) => {
      const said = await project.run(name, ...args.map((word) => word.replace(/^@/, base)), '--json');
      expect([said.status, said.out]).toEqual([status, expect.stringMatching(/^\{/)]);
      expect(problemsOf(name, JSON.parse(said.out))).toEqual([]);
    },
  );

  it('has what changed since the pull before, and in the live service', async () => {
    service.publish({ '/shop?wsdl': smaller() });
    const job = { name: 'pulled-api', inputs: ['pulled/shop.wsdl'], out: 'pulled-api' };
    project.write('pulled.config.json', JSON.stringify({ packages: [job] }));
    await project.run('generate', '--config', 'pulled.config.json');
    const checked = await project.run('check', '--config', 'pulled.config.json', '--remote', '--json');
    expect(JSON.parse(checked.out)).toMatchObject({ result: 'differs', remote: { drifts: [{ verdict: 'major' }] } });
    expect(problemsOf('check', JSON.parse(checked.out))).toEqual([]);
    const pulled = await project.run('pull', '--update', 'pulled', '--json');
    expect(JSON.parse(pulled.out)).toMatchObject({ descriptors: [{ verdict: 'major' }] });
    expect(problemsOf('pull', JSON.parse(pulled.out))).toEqual([]);
  });

  it.each([
    ['mock', ['listening', 'exchange', 'stopped']],
    ['gateway', ['listening', 'exchange']],
  ])('codegen %s prints a line for each event', async (name, events) => {
    const own = name === 'mock' ? ['--strict'] : ['--mock'];
    const path = name === 'mock' ? '/shop' : '/Shop/placeOrder';
    const lines = await eventsOf([name, 'shop.wsdl', ...own], (url) =>
      fetch(url + path, { method: 'POST', body: '{}' }),
    );
    expect([...new Set(lines.map(({ event }) => event))]).toEqual(events);
    const failed = await eventsOf([name, 'nothing.wsdl'], async () => undefined);
    expect(failed.map(({ event }) => event)).toEqual(['diagnostics']);
    const unread = await eventsOf([name, '--config', 'none.json'], async () => undefined);
    expect(unread.map(({ event }) => event)).toEqual(['diagnostics']);
    expect([...lines, ...failed, ...unread].flatMap((line) => problemsOf(name, line))).toEqual([]);
  });

  it('codegen diff --format json prints the same', async () => {
    const said = await project.run('diff', 'shop.wsdl', 'shop-2.wsdl', '--format', 'json');
    expect(problemsOf('diff', JSON.parse(said.out))).toEqual([]);
  });
});
