import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'wsdl-codegen';
import { shop } from '../../examples/plugin/plugin.js';
import { itInAll } from '../support/in-all.js';
import { repository, textOf } from '../support/repository.js';
import { codegen, compileExamples, output, type RunningExample, start } from './run.js';

const names = Object.keys((JSON.parse(textOf('examples/package.json')) as { scripts: object }).scripts);

beforeAll(compileExamples, 60_000);

describe('the examples of the page "At a glance"', () => {
  let server: RunningExample;
  beforeAll(async () => {
    server = await start('server');
  });
  afterAll(() => server.stop());

  it.each(['client', 'server'])('%s: the page shows exactly the program that runs', (name) => {
    const program = textOf(`examples/${name}/main.ts`);
    expect(textOf('docs/at-a-glance.md')).toContain(`\`\`\`ts\n${program}\`\`\``);
    expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  });

  it('talk to each other', async () => {
    expect(await output('client', server.url)).toEqual([
      'exchanged: 0 Error 0',
      'refused: These are the same currency.',
    ]);
  });

  it('have a WSDL and a help page, as the server says', async () => {
    const wsdl = await (await fetch(`${server.url}/ExchangerApi.asmx?WSDL`)).text();
    expect(wsdl).toContain(`location="${server.url}/ExchangerApi.asmx"`);
    expect((await fetch(`${server.url}/ExchangerApi.asmx`)).headers.get('content-type')).toContain('text/html');
  });
});

describe('examples that end by themselves', () => {
  it('four-bindings: every binding gives the same', async () => {
    const same = '0 0 0 -3 0 -1 0 0 0 -1 Уже сделано';
    const bindings = ['soap11  ', 'soap12  ', 'httpGet ', 'httpPost'];
    expect(await output('four-bindings')).toEqual(bindings.map((binding) => `${binding} ${same}`));
  });

  it('step-by-step: a service is replaced under load, nothing is lost, and the difference is reported', async () => {
    expect(await output('step-by-step')).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((count) => `${count} of 5 operations are here, calls lost: 0`),
      'GetErrorDesc /GetErrorDescResponse/GetErrorDescResult: Done! here, Done there',
      'GetErrorDesc /string: Done! here, Done there',
    ]);
  });

  it('fetch-host: the server answers Fetch requests', async () => {
    expect(await output('fetch-host')).toEqual(['200 text/xml; charset=utf-8', 'That is so already']);
  });

  it('address-locator: open content comes and goes', async () => {
    expect(await output('address-locator')).toEqual([
      'City Москва',
      'Street Тверская <улица>',
      'House 1',
      'refused: There is no address in the request.',
    ]);
  });
});

describe('plugin', () => {
  it('mends the contract, renames members of enumerations and writes JSON Schemas', async () => {
    const { files, contract, diagnostics } = await generate({
      inputs: [join(repository, 'examples/plugin/shop.yaml')],
      plugins: [shop],
    });
    expect(diagnostics).toEqual([]);
    const types = files.get('src/types.ts') ?? '';
    expect(types).toContain("  X_SMALL: 'x-small',\n  MEDIUM: 'medium',");
    expect(types).toContain('  gift?: boolean;');
    expect(contract.services.map(({ name }) => name)).toEqual(['OrderApi']);
    const schema = JSON.parse(files.get('schemas/Order.json') ?? '') as { readonly required: readonly string[] };
    expect(JSON.stringify(schema)).toContain('"x-small"');
    expect(JSON.stringify(schema)).not.toMatch(/"required":\[[^\]]*"gift"/);
  });

  itInAll('runs from its config', async () => {
    const output = await codegen('generate', '--config', 'examples/plugin/codegen.config.ts', '--dry-run', '--json');
    const { diagnostics } = JSON.parse(output) as { readonly diagnostics: unknown };
    expect(diagnostics).toEqual([]);
  });
});

describe('the folder', () => {
  it('has a README with the command for each example, and no example without one', () => {
    const folders = readdirSync(join(repository, 'examples'), { withFileTypes: true })
      .filter(
        (entry) =>
          entry.isDirectory() && !['dist', 'monorepos', 'node_modules', 'pipelines', 'services'].includes(entry.name),
      )
      .map((entry) => entry.name);
    expect(folders.sort()).toEqual([...names].sort());
    for (const name of names) {
      expect(textOf(`examples/${name}/README.md`)).toContain(`npm run ${name} -w examples`);
    }
  });

  // In `npm test`, `codegen check` in `tests/determinism` says the same.
  itInAll('keeps the services that a person filled in when code is generated again', async () => {
    const report = JSON.parse(await codegen('generate', '--dry-run', '--json')) as { readonly skeletons: unknown };
    expect(report.skeletons).toEqual([]);
  });
});
