import { isCompleteAtAGlance } from './glance.js';
import { openModule, shop } from './testing/shop.js';
import { styles } from './testing/styles.js';
import { updateSkeleton } from './update.js';

// The first test loads the compiler and the stages, which takes time on a busy machine.
jest.setTimeout(60_000);

const see = (text: string, methods = ['first', 'second'], former: readonly string[] = []): boolean =>
  isCompleteAtAGlance(text, { interfaceName: 'S', factoryName: 's', methods, former });
const complete = (body: string): boolean =>
  see(`import type { S } from 'p';\nexport class C implements S {\n${body}\n}\n`);

describe('a class that has all methods', () => {
  it.each([
    ['methods', 'async first(input: { a: string }): Promise<{ b: number }> { return { b: 1 }; }\n second() {}'],
    ['fields', 'first = () => 0;\n readonly second = async () => { return 1; };'],
    ['fields without semicolons', 'x = 1\n y: Map<string, { a: 1 }>\n first = () => 0\n second() {}'],
    [
      'types of results',
      'first(): { a: number } | ((x: {}) => { b: 1 }) { return x }\n second<T extends { a: 1 }>(): T {}',
    ],
    ['signatures without bodies', 'first(): void;\n first(): void\n first() {}\n abstract second(): void'],
    ['accessors and quoted names', "get first() { return f }\n 'second'() {}"],
    ['names as texts in brackets', "['first']() {}\n [Symbol.iterator]() {}\n second() {}"],
    ['decorators', '@log() first() {}\n @a.b({ c: 1 })\n second() {}'],
    ['comments and strings between', 'first() { return \'}\'; } // second\n /* } */ second() { return "{"; }'],
    ['templates with expressions', `first() { return \`\${\`}\${1}\`}{\`; }\n second() {}`],
    ['regular expressions', 'first() { return /[/{]\\/}/.test(x) && !/{/.test(y); }\n second() {}'],
    ['regular expressions after conditions', 'first() { if (x) /}/.test(x); return (a) / 2; }\n second() {}'],
    ['divisions', 'first() { return 4 / 2 / x[1] / y; }\n second() {}'],
    [
      'other members',
      '#x = 1;\n private y?: number;\n static { f(); }\n first() {}\n other() {}\n static z\n second() {}',
    ],
    ['names with other letters', 'größe() {}\n ñ = 1\n first() {}\n second() {}'],
    ['a constructor', 'constructor(private a: { b: 1 }, c = {}) {}\n first() {}\n second() {}'],
  ])('is known as such: %s', (_, body) => expect(complete(body)).toBe(true));

  it.each([
    [
      'by another name',
      "import { type S as T } from 'p';\nclass C<A = {}> implements O<{}>, T { first() {} second() {} }",
    ],
    ['of a module', "import * as p from 'p';\nclass C implements p.S { first() {} second() {} }"],
    ['with a base class in the file', 'class B { first() {} }\nclass C extends B implements S { second() {} }'],
    [
      'beside other uses of the interface',
      "class C implements S { first() {} second() {} }\nfunction f(s: S, m: S['first']) {}\nconst c: S = new C();",
    ],
    ['as an object', 'const c: S = { first: () => ({ a: 1 }), async second() {}, other, };'],
    ['as an object that satisfies it', 'export default { first, second } as const satisfies S;'],
    [
      'by an object that is passed on',
      "import { s } from 'p';\nclass C { first() {} second() {} }\nexport const r = s(new C());",
    ],
    ['as an argument', "import { s } from 'p';\nexport const r = s({ first() {}, second: f });"],
  ])('is known as such: %s', (_, text) => expect(see(text)).toBe(true));
});

describe('an uncertain file', () => {
  it.each([
    ['a method is missing', 'first() {}'],
    ['a name in a comment', 'first() {} // second() {}'],
    ['a name in a string', "first() { return 'second() {}'; }"],
    ['a call inside of a method', 'first() { second(); }'],
    ['a call in an initialiser', 'first() {}\n x = second();'],
    ['a value in the next line', 'first() {}\n x = y +\n second()'],
    ['a static method', 'first() {}\n static second() {}'],
    ['a private method', 'first() {}\n private second() {}'],
    ['a protected method in the next line', 'first() {}\n protected\n second() {}'],
    ['a private name', 'first() {}\n #second() {}'],
    ['a computed name', 'first() {}\n second() {}\n [key]() {}'],
    ['a slash after a brace', 'first() { x = {} / 2; }\n second() {}'],
    ['a regular expression that does not end', 'first() { return /[{]; }\n second() {}'],
    ['a body that does not end', 'first() {}\n second() {'],
    [
      'a stub of an operation that is gone',
      "first() { throw new SoapFault('third is not implemented'); }\n second() {}",
    ],
  ])('is analysed: %s', (_, body) => expect(complete(body)).toBe(false));

  it.each([
    ['another interface', 'class C implements T { first() {} second() {} }'],
    ['no interface', 'class C { first() {} second() {} }'],
    ['an alias', 'type T = S;\nclass C implements T { first() {} second() {} }'],
    ['a part', "class C implements S { first() {} second() {} }\nclass D implements Pick<S, 'first'> {}"],
    [
      'a second class that lacks one',
      'class C implements S { first() {} second() {} }\nclass D implements S { first() {} }',
    ],
    ['a second object that lacks one', 'class C implements S { first() {} second() {} }\nconst d: S = { first() {} };'],
    [
      'a value that may be anything',
      'class C implements S { first() {} second() {} }\nconst d: S = Object.freeze({ first() {} });',
    ],
    [
      'an interface that is merged',
      'class C implements S { first() {} second() {} }\nclass D {}\ninterface D extends S {}',
    ],
    [
      'a class of which an object is passed on',
      "import { s } from 'p';\nclass C { first() {} }\nexport const r = s(new C());",
    ],
    [
      'an object with another name',
      'class C implements S { first() {} second() {} }\nconst d = { first() {} };\nconst e: S = d;',
    ],
    ['a spread object', 'const c: S = { ...d, first() {}, second() {} };'],
    ['an unknown base class', 'class C extends B implements S { first() {} }'],
  ])('is analysed: %s', (_, text) => expect(see(text)).toBe(false));

  it('holds for methods of former operations', () => {
    const text = 'class C implements S { first() {} second() {} third() {} }';
    expect([see(text), see(text, ['first', 'second'], ['third'])]).toEqual([true, false]);
  });
});

describe('a glance', () => {
  const expectation = { ...shop, methods: shop.methods.map(({ name }) => name), former: [] };
  const look = (existing: string) =>
    updateSkeleton({ path: 'a.ts', location: '/src/a.ts', existing, service: shop, open: openModule });

  it('agrees with a proper look at every style', async () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const [name, , text] of styles) {
      const { text: extended } = await look(text);
      for (const existing of [text, extended]) {
        const { changed, before } = await look(existing);
        const isComplete = isCompleteAtAGlance(existing, expectation);
        if (isComplete) {
          seen++;
        }
        if (isComplete && (changed || before.length > 0)) {
          wrong.push(name);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen / styles.length).toBeGreaterThan(0.6);
  }, 60_000);
});
