import fc from 'fast-check';
import { ts } from 'ts-morph';
import { runs } from '../../../tests/support/thorough.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { SkeletonMethod, SkeletonService } from './service.js';
import { updateSkeleton } from './update.js';

const exchange: SkeletonMethod = {
  name: 'exchange',
  inputType: 'Exchange',
  resultType: 'number',
  documentation: ['Exchanges an amount.'],
  typeImports: [{ name: 'Exchange' }],
};
const ping: SkeletonMethod = { name: 'ping', resultType: 'Pong | null', typeImports: [{ name: 'Pong' }] };

function service(...methods: SkeletonMethod[]): SkeletonService {
  return {
    className: 'ExchangerApiImplementation',
    interfaceName: 'ExchangerApiService',
    factoryName: 'exchangerApi',
    importFrom: 'wallet-api',
    methods,
    knownOperations: [],
  };
}

async function update(existing: string | undefined, what: SkeletonService): Promise<string> {
  const { text, after } = await updateSkeleton({ path: 'a.ts', existing, service: what });
  expect(after).toEqual([]);
  expect(syntaxErrors(text)).toEqual([]);
  return text;
}

async function problems(existing: string, what: SkeletonService): Promise<readonly Diagnostic[]> {
  const { text, changed, after, before } = await updateSkeleton({ path: 'src/a.ts', existing, service: what });
  expect([text, changed]).toEqual([existing, false]);
  expect(after).toEqual(before);
  return after;
}

function syntaxErrors(text: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(text.replace(/^\ufeff/, ''), { reportDiagnostics: true });
  return diagnostics.map((d) => ts.flattenDiagnosticMessageText(d.messageText, ' '));
}

describe('a new skeleton', () => {
  it('is a commented class whose methods answer with a fault', async () => {
    expect(await update(undefined, { ...service(exchange, ping), documentation: ['Exchanges.'] })).toBe(
      `import { type ServiceContext, SoapFault } from '@wsdl-codegen/runtime';
import type { ExchangerApiService, Exchange, Pong } from 'wallet-api';

/**
 * Exchanges.
 * Implements \`ExchangerApiService\`. This file is yours: when the service gets new operations,
 * codegen adds their methods at the end of the class, and leaves everything else as it is.
 */
export class ExchangerApiImplementation implements ExchangerApiService {
  /** Exchanges an amount. */
  async exchange(_input: Exchange, _context: ServiceContext): Promise<number> {
    throw new SoapFault('exchange is not implemented');
  }

  async ping(_input: undefined, _context: ServiceContext): Promise<Pong | null> {
    throw new SoapFault('ping is not implemented');
  }
}
`,
    );
  });

  it('is left alone by the next run', async () => {
    const what = service(exchange, ping);
    expect(await problems(await update(undefined, what), what)).toEqual([]);
  });

  it('has each imported name on its own line when they are many', async () => {
    const types = ['A', 'B', 'C'].map((name) => ({
      ...exchange,
      name: name.toLowerCase(),
      inputType: name,
      typeImports: [{ name }],
    }));
    expect(await update(undefined, service(...types))).toContain(
      "import type {\n  ExchangerApiService,\n  A,\n  B,\n  C,\n} from 'wallet-api';",
    );
  });

  it('keeps types apart from the names of the runtime', async () => {
    const clash = {
      ...exchange,
      inputType: 'SoapFault[]',
      resultType: 'geo.ServiceContext',
      typeImports: [{ name: 'SoapFault' }, { name: 'geo' }],
    };
    const text = await update(undefined, service(clash));
    expect(text).toContain('import type { ExchangerApiService, SoapFault as SoapFault$, geo } from');
    expect(text).toContain(
      'async exchange(_input: SoapFault$[], _context: ServiceContext): Promise<geo.ServiceContext> {',
    );
  });

  it('distinguishes types of one name from two modules', async () => {
    const typeImports = [
      { name: 'XmlElement' },
      { name: 'XmlElement', from: '@wsdl-codegen/runtime', as: 'XmlElement$' },
    ];
    const method = {
      name: 'm',
      inputType: 'XmlElement',
      resultType: 'XmlElement$ | { XmlElement: XmlElement }',
      typeImports,
    };
    const text = await update(undefined, service(method));
    expect(text).toContain(
      "import { type ServiceContext, SoapFault, type XmlElement as XmlElement$ } from '@wsdl-codegen/runtime';",
    );
    expect(text).toContain(
      '_input: XmlElement, _context: ServiceContext): Promise<XmlElement$ | { XmlElement: XmlElement }> {',
    );
  });

  it('lays types of several lines out', async () => {
    const method = { name: 'm', resultType: '\n  | 1\n  | 2', typeImports: [] };
    expect(await update(undefined, service(method))).toContain('Promise<\n    | 1\n    | 2> {\n    throw');
  });

  it('makes no code of hostile names and documentation', async () => {
    const hostile = (name: string): SkeletonMethod => ({
      name,
      resultType: 'void',
      documentation: ['*/ process.exit(1); /*', '@ts-ignore'],
      typeImports: [],
    });
    const names = ['constructor', '__proto__', "x'() {} process.exit(1); //", 'a-b', 'get', 'static', 'async'];
    const text = await update(undefined, service(...names.map(hostile)));
    const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
    const declaration = file.statements.find(ts.isClassDeclaration)!;
    expect(declaration.members.every(ts.isMethodDeclaration)).toBe(true);
    expect(declaration.members).toHaveLength(names.length);
    expect(await problems(text, service(...names.map(hostile)))).toEqual([]);
  });
});

describe('an existing skeleton', () => {
  const before = `// mine
import { type ServiceContext, SoapFault } from "@wsdl-codegen/runtime" // why
import { ExchangerApiService as Api } from "../generated"

@injectable()
export default class Mine implements Other, Api {
\tprivate readonly secret = 1 /* kept */

\t// comment at the end
}

export const after = { 'exchange': 1 }`;

  it('gets missing methods at the end of the class, in the style of the file', async () => {
    expect(await update(before, service(exchange))).toBe(`// mine
import { type ServiceContext, SoapFault } from "@wsdl-codegen/runtime" // why
import { ExchangerApiService as Api, type Exchange } from "../generated"

@injectable()
export default class Mine implements Other, Api {
\tprivate readonly secret = 1 /* kept */

\t// comment at the end

\t/** Exchanges an amount. */
\tasync exchange(_input: Exchange, _context: ServiceContext): Promise<number> {
\t\tthrow new SoapFault("exchange is not implemented")
\t}
}

export const after = { 'exchange': 1 }`);
  });

  it.each([
    ['methods', 'exchange() { return 1; }'],
    ['properties', 'readonly exchange = async () => 1;'],
    ['quoted names', "'exchange'() { return 1; }"],
    ['computed names', "['exchange']() { return 1; }"],
    ['accessors', 'get exchange() { return () => 1; }'],
    ['parameter properties', 'constructor(readonly exchange: () => number) {}'],
  ])('has what its %s say', async (_, member) => {
    const text = `class A implements ExchangerApiService { ${member} }\n`;
    expect(await problems(text, service(exchange))).toEqual([]);
  });

  it.each(['static exchange() {}', '#exchange() {}'])(
    'lacks a method that only seems to be there: %s',
    async (member) => {
      const text = await update(`class A implements ExchangerApiService { ${member} }\n`, service(exchange));
      expect(text).toContain('async exchange(_input: Exchange,');
    },
  );

  it.each([
    [
      'import * as api from "wallet-api";\nexport class A implements api.ExchangerApiService {\n}\n',
      '(_input: api.Exchange,',
    ],
    [
      'import type { ExchangerApiService, Exchange as E } from "wallet-api";\nconst A = class implements ExchangerApiService {};\n',
      '(_input: E,',
    ],
    [
      'import type { ExchangerApiService } from "wallet-api";\ninterface Exchange {}\nclass A implements ExchangerApiService {}\n',
      '(_input: Exchange$,',
    ],
    [
      'import type { ExchangerApiService } from "wallet-api";\nclass A implements ExchangerApiService { x: Exchange; }\n',
      '(_input: Exchange$,',
    ],
  ])('names types as the file can: %j', async (text, expected) => {
    expect(await update(text, service(exchange))).toContain(expected);
  });

  it('gets imports of its own where none can be extended', async () => {
    const text = await update(
      "#!/usr/bin/env node\nimport type { SoapFault as T } from '@wsdl-codegen/runtime'; // a\nclass A implements ExchangerApiService {}\n",
      service(exchange),
    );
    expect(text).toBe(
      "#!/usr/bin/env node\nimport type { SoapFault as T, ServiceContext } from '@wsdl-codegen/runtime'; // a\n" +
        "import type { Exchange } from 'wallet-api';\nimport { SoapFault } from '@wsdl-codegen/runtime';\n" +
        'class A implements ExchangerApiService {\n  /** Exchanges an amount. */\n' +
        '  async exchange(_input: Exchange, _context: ServiceContext): Promise<number> {\n' +
        "    throw new SoapFault('exchange is not implemented');\n  }\n}\n",
    );
    expect(await update('class A implements ExchangerApiService {\n}', service(ping))).toMatch(
      /^import type \{ Pong \} from 'wallet-api';\n/,
    );
  });

  it('extends every class that implements the interface, and leaves to a base class what its subclasses inherit', async () => {
    const text = await update(
      'class A implements ExchangerApiService {\n}\nclass B extends A implements ExchangerApiService {\n  exchange() {}\n}\nclass C implements ExchangerApiService {\n}\n',
      service(exchange, ping),
    );
    expect(text.match(/async exchange/g)).toHaveLength(2);
    expect(text.match(/async ping/g)).toHaveLength(2);
    expect(text.indexOf('async ping')).toBeLessThan(text.indexOf('class B'));
  });
});

describe('every byte outside the insertions', () => {
  const newline = fc.constantFrom('\n', '\r\n');
  const indent = fc.constantFrom('  ', '    ', '\t');
  const line = fc.constantFrom(
    '',
    '// comment }',
    '/** doc */',
    'private x = `}`;',
    'static ping() {}',
    '@log() helper() { return "}"; }',
    "['y'] = 1",
    'get z() { return 1 }',
    '#p = 2;',
  );
  const header = fc.constantFrom(
    '',
    '#!/usr/bin/env node',
    '/* licence */',
    "'use strict';",
    "import x from 'x';",
    'import { Pong as P } from "wallet-api"',
    "import {\n  A,\n  B,\n} from 'wallet-api';",
  );
  const bodies = fc.array(line, { maxLength: 5 });
  const flags = fc.record({
    bom: fc.boolean(),
    end: fc.constantFrom('', '\n', '  \n\n// end'),
    oneLine: fc.boolean(),
    nested: fc.boolean(),
  });

  it('stays as it is, and the next run adds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        newline,
        indent,
        header,
        bodies,
        flags,
        async (eol, tab, head, body, { bom, end, oneLine, nested }) => {
          const outer = nested ? tab : '';
          const members = body.map((l) => `${outer}${tab}${l}`).join('\n');
          const declaration = oneLine
            ? `${outer}class A implements ExchangerApiService {}`
            : `${outer}class A implements ExchangerApiService {\n${members}${members && '\n'}${outer}}`;
          const wrapped = nested ? `function make() {\n${declaration}\n${outer}return A;\n}` : declaration;
          const existing = ((bom ? '\ufeff' : '') + (head && `${head}\n`) + wrapped + end).replaceAll('\n', eol);
          const what = service(exchange, ping);
          const { text, changed, after } = await updateSkeleton({ path: 'a.ts', existing, service: what });
          expect(after).toEqual([]);
          expect(changed).toBe(true);
          expect(syntaxErrors(text)).toEqual([]);
          expect(isSubsequence(existing, text)).toBe(true);
          expect(text.startsWith('\ufeff')).toBe(bom);
          if (existing.includes('\r\n')) {
            expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
          } else if (!existing.includes('\r')) {
            expect(text).not.toContain('\r');
          }
          expect(await problems(text, what)).toEqual([]);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

/** True if `text` is `part` with insertions only. */
function isSubsequence(part: string, text: string): boolean {
  let i = 0;
  for (const c of text) {
    if (i < part.length && part.startsWith(c, i)) {
      i += c.length;
    }
  }
  return i === part.length;
}

describe('diagnostics', () => {
  it('emit/missing-methods points at the class while its file is not written', async () => {
    const existing = 'class A implements ExchangerApiService {\n  exchange() {}\n}\n';
    const { before, after, lacking } = await updateSkeleton({
      path: 'a.ts',
      existing,
      service: service(exchange, ping),
    });
    expect(before.map(({ code, message, span }) => [code, message, span])).toEqual([
      [
        'emit/missing-methods',
        '"A" lacks "ping" of ExchangerApiService.',
        { file: 'a.ts', line: 1, column: 7, length: 1 },
      ],
    ]);
    expect([after, lacking]).toEqual([[], false]);
  });

  it('emit/vanished-operation points at methods of operations that are gone', async () => {
    const text =
      'class A implements ExchangerApiService {\n  exchange() {}\n  old() {}\n  private gone() {}\n  helper() {}\n}\n';
    const found = await problems(text, {
      ...service(exchange),
      knownOperations: ['exchange', 'old', 'gone', 'absent'],
    });
    expect(found.map((d) => [d.code, d.severity, d.span])).toEqual([
      ['emit/vanished-operation', 'warning', { file: 'src/a.ts', line: 3, column: 3, length: 3 }],
    ]);
    expect(found[0]!.message).toContain('"old"');
  });

  it('emit/vanished-operation is said of stubs, even when nothing is known of their operations', async () => {
    const text = await update(undefined, service(exchange, ping));
    const found = await problems(text, service(exchange));
    expect(found.map(({ code, span }) => [code, text.split('\n')[span!.line - 1]!.slice(span!.column - 1)])).toEqual([
      ['emit/vanished-operation', 'ping(_input: undefined, _context: ServiceContext): Promise<Pong | null> {'],
    ]);
  });

  it('emit/vanished-operation has its place in the file as it is, before and after methods are added', async () => {
    const existing = '// é\r\nclass A implements ExchangerApiService {\r\n  old() {}\r\n}\r\n';
    const what = { ...service(exchange), knownOperations: ['old'] };
    const { text, before, after } = await updateSkeleton({
      path: 'a.ts',
      existing: `\ufeff${existing}`,
      service: what,
    });
    const lineOf = (found: readonly Diagnostic[]): number | undefined =>
      found.find(({ code }) => code === 'emit/vanished-operation')?.span?.line;
    expect([lineOf(before), lineOf(after)]).toEqual([3, 6]);
    expect(text.split('\r\n')[5]).toBe('  old() {}');
  });

  it.each([
    'export const account = {};\n',
    '// class A implements ExchangerApiService {}\n',
    'class A implements Other {}\n',
    "import { ExchangerApiService as X } from 'wallet-api';\nclass A implements ExchangerApiService {}\n",
  ])('emit/skeleton-without-class: %j', async (text) => {
    expect((await problems(text, service(exchange))).map((d) => d.code)).toEqual(['emit/skeleton-without-class']);
  });

  it('emit/skeleton-syntax points at the first mistake, and says what the class lacks', async () => {
    const [found] = await problems('class A implements ExchangerApiService {\n  x = ;\n}\n', service(exchange));
    expect([found?.code, found?.span?.line]).toEqual(['emit/skeleton-syntax', 2]);
    expect(found?.notes).toEqual([
      { message: '"A" lacks "exchange"', span: { file: 'src/a.ts', line: 1, column: 7, length: 1 } },
      { message: "import type { Exchange } from 'wallet-api';" },
      { message: "import type { ServiceContext } from '@wsdl-codegen/runtime';" },
      { message: 'async exchange(input: Exchange, context: ServiceContext): Promise<number>' },
    ]);
  });

  it('emit/skeleton-syntax is not said of a class that has everything', async () => {
    expect(
      await problems('class A implements ExchangerApiService {\n  exchange() {}\n}\nx = ;', service(exchange)),
    ).toEqual([]);
  });

  it('emit/skeleton-base-class leaves alone what a base class elsewhere may have', async () => {
    const [found] = await problems(
      'class A extends Base implements ExchangerApiService {\n}\n',
      service(exchange, ping),
    );
    expect(found?.code).toBe('emit/skeleton-base-class');
    expect(found?.message).toContain('"exchange", "ping"');
  });

  it.each([
    ['private exchange() {}', 'it has members of these names that are not public'],
    ['[key]() {}', 'they could replace members of its own'],
  ])('emit/skeleton-form: %s', async (member, why) => {
    const [found] = await problems(`class A implements ExchangerApiService { ${member} }`, service(exchange));
    expect([found?.code, found?.message]).toEqual(['emit/skeleton-form', expect.stringContaining(why)]);
  });

  it('emit/skeleton-partial names the methods that no class in the file has to have', async () => {
    const text = "class A implements Omit<ExchangerApiService, 'ping'> { exchange() {} }";
    const [found] = await problems(text, service(exchange, ping));
    expect([found?.code, found?.message]).toEqual(['emit/skeleton-partial', expect.stringContaining('"ping"')]);
  });

  it.each(['emit/skeleton-encoding', 'emit/skeleton-link'] as const)(
    '%s: methods that cannot be added are reported',
    async (code) => {
      const existing = 'class A implements ExchangerApiService { old() {} }';
      const what = { ...service(exchange), knownOperations: ['old'] };
      const obstacle = { code, why: 'it is strange' };
      const { changed, lacking, after } = await updateSkeleton({ path: 'a.ts', existing, service: what, obstacle });
      expect([changed, lacking]).toEqual([false, true]);
      expect(after.map((d) => d.code)).toEqual([code, 'emit/vanished-operation']);
      expect(after[0]?.message).toBe(
        '"A" lacks "exchange" of ExchangerApiService; codegen does not change this file, because it is strange.',
      );
    },
  );
});
