import { isCompleteAtAGlance } from './complete.js';

const complete = (body: string, methods = ['first', 'second']): boolean =>
  isCompleteAtAGlance(`import type { S } from 'p';\nexport class C implements S {\n${body}\n}\n`, 'S', methods);

describe('a class that has all methods', () => {
  it.each([
    ['methods', 'async first(input: { a: string }): Promise<{ b: number }> { return { b: 1 }; }\n second() {}'],
    ['fields', 'first = () => 0;\n readonly second = async () => { return 1; };'],
    ['comments and strings between', 'first() { return \'}\'; } // second\n /* } */ second() { return "{"; }'],
    ['regular expressions', 'first() { return /[/{]\\/}/.test(x) && !/{/.test(y); }\n second() {}'],
    ['divisions', 'first() { return 4 / 2 / x[1] / y; }\n second() {}'],
    ['other members', '#x = 1;\n private y?: number;\n first() {}\n other() {}\n second() {}'],
  ])('is known as such: %s', (_, body) => expect(complete(body)).toBe(true));
});

describe('what is not certain', () => {
  it.each([
    ['a method is missing', 'first() {}'],
    ['a name in a comment', 'first() {} // second() {}'],
    ['a name in a string', "first() { return 'second() {}'; }"],
    ['a call inside of a method', 'first() { second(); }'],
    ['a call in an initialiser', 'first() {}\n x = second();'],
    ['a static method', 'first() {}\n static second() {}'],
    ['a private name', 'first() {}\n #second() {}'],
    ['a slash behind a bracket', 'first() { return (4) / 2; }\n second() {}'],
    ['a regular expression that does not end', 'first() { return /[{]; }\n second() {}'],
    ['a template with an expression', `first() { return \`\${1}\`; }\n second() {}`],
    ['a body that does not end', 'first() {}\n second() {'],
  ])('is looked into: %s', (_, body) => expect(complete(body)).toBe(false));

  it('holds for classes of other interfaces', () => {
    expect(isCompleteAtAGlance('class C implements T { first() {} }', 'S', ['first'])).toBe(false);
    expect(isCompleteAtAGlance('class C { first() {} }', 'S', ['first'])).toBe(false);
  });
});
