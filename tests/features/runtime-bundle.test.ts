import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { copyBuiltRuntime } from '../support/built-runtime.js';
import { itInAll } from '../support/in-all.js';
import { someOf } from '../support/thorough.js';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'codegen-runtime-'));

/** Runs a module inside the package, which may import its entry points by name; what it prints is JSON. */
function evaluate(program: string): unknown {
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-'], { cwd: folder, encoding: 'utf8', input: program }),
  );
}

/** What a bundler keeps of the files for a program, if it does not know that they have no effects. */
async function kept(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(folder, 'dist') },
    bundle: true,
    format: 'esm',
    external: ['node:*', '#*'],
    logLevel: 'error',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** What SWC keeps of all the files for a program: bundlers that leave the choice to their minifier, such as Parcel, give it everything. */
async function keptBySwc(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(folder, 'dist') },
    bundle: true,
    treeShaking: false,
    format: 'esm',
    external: ['node:*', '#*'],
    logLevel: 'error',
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join('');
  const swc = jest.requireActual<{ minify(text: string, options: object): Promise<{ code: string }> }>('@swc/core');
  return (await swc.minify(text, { module: true, toplevel: true, compress: { passes: 20 }, mangle: false })).code;
}

/** The files that a program loads, and what they import, where these conditions choose among the files of a platform. */
async function loaded(program: string, conditions: string[]): Promise<Metafile['inputs']> {
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: folder, sourcefile: 'program.js' },
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    conditions,
    platform: 'neutral',
    external: ['node:*'],
    metafile: true,
    write: false,
  });
  return metafile.inputs;
}

/** The files that a file loads at once, directly and through others. */
function reached(inputs: Metafile['inputs'], from: string, seen = new Set<string>()): Set<string> {
  for (const { path, kind } of inputs[from]?.imports ?? []) {
    if (kind === 'import-statement' && !path.startsWith('node:') && !seen.has(path)) {
      reached(inputs, path, seen.add(path));
    }
  }
  return seen;
}

/** The files that a program loads at once. */
async function files(program: string, conditions: string[]): Promise<readonly string[]> {
  return [...reached(await loaded(program, conditions), 'program.js')];
}

/** The files that import themselves through others. */
async function cycles(conditions: string[]): Promise<readonly string[]> {
  const inputs = await loaded(`export * from '@wsdl-codegen/runtime';`, conditions);
  return Object.keys(inputs).filter((path) => reached(inputs, path).has(path));
}

beforeAll(() => {
  copyBuiltRuntime(folder);
  const { sideEffects, ...manifest } = JSON.parse(readFileSync(join(root, 'runtime/package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the published runtime', () => {
  it('is a few files on Node, which start faster than hundreds, and hundreds for bundlers', () => {
    const scripts = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.js'),
    );
    const modules = scripts.filter((path) => path.startsWith('modules'));
    expect(scripts.filter((path) => path.startsWith('on-node')).length).toBeLessThan(40);
    expect(modules.length).toBeGreaterThan(300);
    expect(modules.length).toBeLessThan(400);
  });

  it('is four files on Node, and six more for the other entry points of a generated package', async () => {
    const load = `import '@wsdl-codegen/runtime'; import '@wsdl-codegen/runtime/schema'; import '@wsdl-codegen/runtime/xs';`;
    expect((await files(load, ['node'])).length).toBeLessThan(11);
    expect(await files(`import '@wsdl-codegen/runtime';`, ['node'])).toHaveLength(4);
    expect(await files(`import '@wsdl-codegen/runtime/xs';`, ['node'])).toHaveLength(2);
  });

  it('names readable places on Node: files by what they have, and lines as they were written', () => {
    const program = `
      import { parseXml, element } from '@wsdl-codegen/runtime/schema';
      import * as xs from '@wsdl-codegen/runtime/xs';
      try { parseXml(element('', 'a', xs.int), '<a>b</a>'); } catch ({ stack }) { console.log(JSON.stringify(stack)); }`;
    const places = [...String(evaluate(program)).matchAll(/dist\/on-node\/(\S+?):(\d+):\d+/g)];
    expect(new Set(places.map(([, file]) => file))).toEqual(new Set(['chunks/engine.js']));
    const lines = readFileSync(join(folder, 'dist/on-node/chunks/engine.js'), 'utf8').split('\n');
    expect(lines[Number(places[0]?.[2]) - 1]).toMatch(/^\t+\S.*;$/);
  });

  it('is for Node of letters of one byte, with which V8 is faster', () => {
    for (const name of readdirSync(join(folder, 'dist/on-node'), { recursive: true, encoding: 'utf8' })) {
      expect(name.endsWith('.js') ? readFileSync(join(folder, 'dist/on-node', name), 'utf8') : '').not.toMatch(
        /[^\0-\x7f]/,
      );
    }
  });

  it('is loaded on Node without the modules of HTTP, which the first request of a client needs', () => {
    const program = `
      import '@wsdl-codegen/runtime';
      console.log(JSON.stringify(process.moduleLoadList.filter((name) => /^NativeModule (?:_?https?|tls|zlib)\\b/.test(name))));`;
    expect(evaluate(program)).toEqual([]);
  });

  it('is for bundlers what one file can have, also for Node', async () => {
    const program = `import '@wsdl-codegen/runtime'; import '@wsdl-codegen/runtime/node';`;
    const inputs = await loaded(program, ['module', 'node']);
    expect(
      Object.values(inputs)
        .flatMap(({ imports }) => imports)
        .filter(({ kind }) => kind !== 'import-statement'),
    ).toEqual([]);
    expect(Object.keys(inputs).filter((path) => path.includes('on-node'))).toEqual([]);
  });

  it.each([[['node']], [['browser']], [['module']]])(
    'has no circular imports under the condition %p',
    async (conditions) => {
      expect(await cycles(conditions)).toEqual([]);
    },
  );

  it('has each class once, whichever entry point it comes from, under its own name', () => {
    const program = `
      import * as all from '@wsdl-codegen/runtime';
      import * as schema from '@wsdl-codegen/runtime/schema';
      import * as xml from '@wsdl-codegen/runtime/xml';
      import * as xs from '@wsdl-codegen/runtime/xs';
      import * as node from '@wsdl-codegen/runtime/node';
      import * as stream from '@wsdl-codegen/runtime/stream';
      import * as http from '@wsdl-codegen/runtime/http';
      import * as extend from '@wsdl-codegen/runtime/extend';
      import * as onNode from '@wsdl-codegen/runtime/extend-node';
      const isClass = (value) => typeof value === 'function' && /^class/.test(String(value));
      const exported = [all, schema, xml, xs, node, stream, http, extend, onNode].flatMap((module) => Object.entries(module));
      console.log(JSON.stringify({
        shared: all.XmlDecodeError === schema.XmlDecodeError && all.XmlSyntaxError === xml.XmlSyntaxError,
        misnamed: exported.filter(([name, value]) => isClass(value) && value.name !== name).map(([name]) => name),
        strings: xs.string === schema.builtIns.get('string'),
      }));`;
    expect(evaluate(program)).toEqual({ shared: true, misnamed: [], strings: true });
  });

  it('answers calls: what a module computes when it is loaded is there before others need it', () => {
    const program = `
      import { createServer, registerService } from '@wsdl-codegen/runtime';
      import { element } from '@wsdl-codegen/runtime/schema';
      import * as xs from '@wsdl-codegen/runtime/xs';
      const Echo = {
        kind: 'service',
        name: 'Echo',
        namespace: 'urn:e',
        placeholders: [],
        ports: [{ name: 'E', binding: 'soap11', address: '/e' }],
        operations: {
          echo: {
            name: 'Echo',
            input: { element: element('urn:e', 'Echo', xs.string) },
            output: { element: element('urn:e', 'EchoResponse', xs.string) },
            soap11: { action: '', style: 'document' },
          },
        },
      };
      const server = createServer({ services: [registerService(Echo, { echo: (text) => text })] });
      const answer = await server.handle({
        method: 'POST',
        url: '/e',
        headers: { 'content-type': 'text/xml' },
        body: new TextEncoder().encode('<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Echo xmlns="urn:e">a</Echo></s:Body></s:Envelope>'),
      });
      console.log(JSON.stringify(answer.body));`;
    expect(evaluate(program)).toMatch(/^<\?xml [^>]*><soap:Envelope xmlns:soap="[^"]*" xmlns:xsi=/);
  });

  it('leaves nothing in a bundle from which nothing is used, also where a bundler does not read package.json', async () => {
    for (const entry of [
      'xml/index.js',
      'schema/index.js',
      'schema/xs.js',
      'stream/index.js',
      'extend.js',
      'index.js',
    ]) {
      // What package.json chooses is not in the bundle here.
      const rest = (await kept(`import './modules/${entry}';`)).replace(
        /^import (?:\{[^}]*\}|\* as \w+) from .*$/gm,
        '',
      );
      expect(rest).not.toMatch(/^(?!\/\/)\S/m);
    }
  });

  itInAll(
    'leaves little after SWC, which forgets that a function is pure when it puts its expression in the place of the call',
    async () => {
      expect((await keptBySwc(`import './modules/index.js';`)).length).toBeLessThan(20_000);
    },
  );
});

/** A service with one operation from text to text, over SOAP 1.1, and its client as it is generated. */
const echo = `
  import { ServiceClient, soap11Calls } from '@wsdl-codegen/runtime';
  import { record, element, field, sequence } from '@wsdl-codegen/runtime/schema';
  import * as xs from '@wsdl-codegen/runtime/xs';
  const message = (name, property) =>
    element('urn:e', name, record('urn:e', '', () => ({ content: sequence([field('urn:e', property, xs.string)]) })));
  const Echo = {
    kind: 'service',
    name: 'Echo',
    namespace: 'urn:e',
    placeholders: [],
    ports: [{ name: 'E', binding: 'soap11', address: 'https://a/e' }],
    operations: {
      say: {
        name: 'Say',
        method: 'say',
        input: { element: message('Say', 'text') },
        output: { element: message('SayResponse', 'SayResult'), unwrap: 'SayResult' },
        soap11: { action: 'urn:e/Say', style: 'document' },
      },
    },
  };
  class EchoClient extends ServiceClient {
    constructor(options) {
      super(Echo, options, { soap11: soap11Calls });
    }
    say(input) {
      return this.$call('say', input);
    }
  }`;

const oneOperation = `${echo}
  console.log(await new EchoClient({}).say({ text: 'a' }));`;

/** Calls a server in memory; prints the results and the answers. */
const calls = `${echo}
  import { createFetchTransport, createServer, registerService, SoapFault } from '@wsdl-codegen/runtime';
  const say = ({ text }) => { if (text === '') throw new SoapFault('No text.'); return text; };
  const server = createServer({ services: [registerService(Echo, { say })] });
  const texts = [];
  const transport = createFetchTransport(async (url, init) => {
    const answer = await server.fetch(new Request(url, init));
    texts.push(await answer.clone().text());
    return answer;
  });
  const client = new EchoClient({ transport });
  const results = [await client.say({ text: 'a' }), await client.say({ text: '' }).catch(({ name, reason }) => [name, reason])];
  console.log(JSON.stringify({ results, texts }));`;

describe('a call through the published runtime', () => {
  it.each(someOf([[['node']], [['module', 'node']], [['browser']]], 3))(
    'gives what the server answers, under the condition %p',
    async (conditions) => {
      const bundle = await build({
        stdin: { contents: calls, resolveDir: folder },
        bundle: true,
        format: 'esm',
        conditions,
        platform: 'neutral',
        external: ['node:*'],
        write: false,
      });
      const bundled = evaluate(bundle.outputFiles.map(({ text }) => text).join(''));
      expect(bundled).toEqual({
        results: ['a', ['SoapFaultError', 'No text.']],
        texts: [expect.stringMatching(/^<\?xml /), expect.stringContaining('<faultstring>No text.</faultstring>')],
      });
      expect(JSON.stringify(bundled)).not.toContain('undefined');
      expect(evaluate(calls)).toEqual(bundled);
    },
  );
});

describe('a client that names one binding', () => {
  /** What only the code of a binding contains. */
  const signs: Readonly<Record<string, string>> = {
    soap11: 'SOAPAction',
    soap12: '; action="',
    packages: 'multipart/related',
    http: 'the operation has no such parameter',
  };

  const contained: readonly (readonly [binding: string, code: readonly string[]])[] = [
    ['soap11', ['soap11', 'packages']],
    ['soap12', ['soap12', 'packages']],
    ['httpGet', ['http']],
    ['httpPost', ['http']],
  ];
  it.each(someOf(contained, 2))('has the code of that alone: %s', async (kind, own) => {
    const program = `import { ServiceClient, ${kind}Calls } from '@wsdl-codegen/runtime';
      console.log(new ServiceClient({}, {}, { ${kind}: ${kind}Calls }));`;
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: folder },
      bundle: true,
      minify: true,
      format: 'esm',
      conditions: ['browser'],
      platform: 'neutral',
      write: false,
    });
    const bundle = outputFiles.map(({ text }) => text).join('');
    const found = Object.entries(signs).filter(([, sign]) => bundle.includes(sign));
    expect(found.map(([name]) => name)).toEqual(own);
  });
});

describe('CommonJS of the published runtime', () => {
  it('is the same few files as the modules that Node imports', async () => {
    const scriptsIn = (form: string): readonly string[] =>
      readdirSync(join(folder, 'dist', form), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.js'))
        .sort();
    expect(scriptsIn('cjs')).toEqual(scriptsIn('on-node'));
    const loadedBy = async (program: string): Promise<readonly string[]> =>
      Object.keys(await loaded(program, ['node']))
        .map((path) => path.replace(/^dist\/(?:cjs|on-node)\//, ''))
        .sort();
    expect(await loadedBy(`require('@wsdl-codegen/runtime');`)).toEqual(
      await loadedBy(`import '@wsdl-codegen/runtime';`),
    );
  });

  it('sends with `fetch` where a bundler for browsers takes it', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `
          const { withCookies } = require('@wsdl-codegen/runtime/http');
          globalThis.fetch = async (url) => new Response(url);
          withCookies()({ method: 'GET', url: 'https://a/b', headers: {} }).then(({ body }) =>
            console.log(JSON.stringify(new TextDecoder().decode(body))));`,
        resolveDir: folder,
      },
      bundle: true,
      platform: 'browser',
      write: false,
    });
    const text = outputFiles.map((file) => file.text).join('');
    expect(text).not.toMatch(/require\("(?:node:)?https?"\)/);
    expect(evaluate(text)).toBe('https://a/b');
  });
});

/** Writes and reads a value of each simple type that a descriptor may name. */
const simpleTypes = `
  import { builtIns, char, element, formatXml, guid, parseXml, sample } from '@wsdl-codegen/runtime/schema';
  const elements = [...builtIns.values(), char, guid]
    .filter(({ kind, name }) => kind === 'simple' && name !== 'error')
    .map((type) => element('', type.name, type));
  const texts = elements.map((each) => formatXml(each, sample(each)));
  const values = elements.map((each, i) => parseXml(each, texts[i]));
  const again = elements.map((each, i) => formatXml(each, values[i]));
  console.log(JSON.stringify([texts, values, again], (_, value) => (typeof value === 'bigint' ? String(value) : value)));`;

it('simple types are read and written in browsers as on Node', async () => {
  const { outputFiles } = await build({
    stdin: { contents: simpleTypes, resolveDir: folder },
    bundle: true,
    format: 'esm',
    conditions: ['module', 'browser'],
    write: false,
  });
  const bundled = evaluate(outputFiles.map(({ text }) => text).join(''));
  expect(bundled).toEqual(evaluate(simpleTypes));
});

describe('a server in a bundle', () => {
  const worker = ['workerd', 'worker', 'browser'];
  const programOf = (create: string, options: string): string => `
    import { ${create}, registerService } from '@wsdl-codegen/runtime';
    const ports = [{ name: 'Soap', binding: 'soap11', address: 'http://h/echo.asmx' }];
    const echo = { name: 'Echo', namespace: 'urn:echo', operations: {}, ports, placeholders: [] };
    const server = ${create}({ services: [registerService(echo, {})], ${options} });
    const answers = [server.fetch(new Request('http://h/')), server.fetch(new Request('http://h/echo.asmx'))];
    console.log(JSON.stringify((await Promise.all(answers)).map(({ status }) => status)));`;

  /** The statuses of a list of services and a help page, and the code of the server. */
  async function made(
    program: string,
    conditions: readonly string[],
  ): Promise<readonly [statuses: unknown, code: string]> {
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir: folder },
      bundle: true,
      format: 'esm',
      conditions: [...conditions],
      platform: 'neutral',
      external: ['node:*'],
      write: false,
    });
    const code = outputFiles.map(({ text }) => text).join('');
    return [evaluate(code), code];
  }

  const hosts: readonly (readonly [name: string, conditions: readonly string[]])[] = [
    ['Node', ['node']],
    ['workers', worker],
  ];
  it.each(someOf(hosts, 2))(
    'for %s has pages, unless its options or its function say otherwise',
    async (_, conditions) => {
      expect((await made(programOf('createServer', ''), conditions))[0]).toEqual([200, 200]);
      expect((await made(programOf('createServer', 'pages: false'), conditions))[0]).toEqual([404, 405]);
      const [statuses, code] = await made(programOf('createBareServer', ''), conditions);
      expect(statuses).toEqual([404, 405]);
      expect(code).not.toContain('color-scheme');
    },
  );
});

/** What of the runtime goes to a browser with a program. */
async function forBrowser(program: string): Promise<{ text: string; kilobytes: number }> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join('');
  return { text, kilobytes: gzipSync(text, { level: 9 }).length / 1000 };
}

describe('what a browser loads of the published runtime', () => {
  it('is at most 70 KB for one operation, without what its messages do not use', async () => {
    const { text, kilobytes } = await forBrowser(oneOperation);
    expect(kilobytes).toBeLessThan(70);
    const rare = {
      'the regular expressions of XML Schema': 'BasicLatin',
      'calls over HTTP POST': 'x-www-form-urlencoded',
      'SOAP encoding': 'multiRef',
    };
    expect(Object.entries(rare).filter(([, mark]) => text.includes(mark))).toEqual([]);
  });

  it('is at most 10 KB for reading a tree', async () => {
    const { kilobytes } = await forBrowser(
      `import { parseTree } from '@wsdl-codegen/runtime'; console.log(parseTree('<a/>'));`,
    );
    expect(kilobytes).toBeLessThan(11);
  });
});
