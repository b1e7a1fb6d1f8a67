import { parseTree } from '@wsdl-codegen/runtime';
import { type CompareRule, CompareRules } from './compare-rules.js';
import { DocumentComparison } from './infoset-differences.js';

/** The differences of two documents, one line each. */
function differences(here: string, there: string, rules: readonly CompareRule[] = []): readonly string[] {
  const found = new DocumentComparison(new CompareRules(rules)).compare(parseTree(here), parseTree(there));
  return found.map(({ kind, path, here: mine, there: other }) => `${kind} ${path} ${mine ?? '-'} ${other ?? '-'}`);
}

const xsi = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance"';

describe('two documents', () => {
  it.each([
    ['prefixes', '<a:x xmlns:a="u"><a:y/></a:x>', '<x xmlns="u"><y/></x>'],
    ['order of attributes, and their quotes', '<x a="1" b="2"/>', "<x b='2' a='1'/>"],
    ['white space between elements', '<x><y/><z/></x>', '<x>\n  <y/>\n  <z/>\n</x>'],
    ['comments, CDATA and empty tags', '<x><!-- a --><y/><z>&lt;</z></x>', '<x><y></y><z><![CDATA[<]]></z></x>'],
    [
      'prefixes of types',
      `<x ${xsi} xmlns:t="u" i:type="t:T"/>`,
      `<x ${xsi} xmlns="u" xmlns:s="u" i:type="s:T"/>`.replace('xmlns="u" ', ''),
    ],
    ['hints of schemas', `<x ${xsi} i:schemaLocation="a b"/>`, '<x/>'],
    ['prefixes of codes', '<x xmlns:a="u"><c>a:Server</c></x>', '<x xmlns:b="u"><c>b:Server</c></x>'],
  ])('are the same but for %s', (_, here, there) => {
    expect(differences(here, there)).toEqual([]);
  });

  it.each([
    ['a value', '<x><y>1</y></x>', '<x><y>2</y></x>', ['value /x/y 1 2']],
    ['white space in a value', '<x><y>1 </y></x>', '<x><y>1</y></x>', ['value /x/y 1  1']],
    ['an attribute', '<x a="1"/>', '<x a="2" b="3"/>', ['value /x/@a 1 2', 'missing /x/@b - 3']],
    ['a namespace', '<x><y xmlns="u"/></x>', '<x><y/></x>', ['added /x/y  -', 'missing /x/y - ']],
    ['an item', '<x><i>1</i><i>2</i></x>', '<x><i>1</i></x>', ['added /x/i[2] 2 -']],
    ['one item of many', '<x><i>1</i><i>2</i></x>', '<x><i>1</i><i>3</i></x>', ['value /x/i[2] 2 3']],
    ['the order', '<x><a/><b/></x>', '<x><b/><a/></x>', ['order /x a b b a']],
    ['mixed text', '<x>a<b/></x>', '<x>c<b/></x>', ['value /x a c']],
    [
      'a type',
      `<x ${xsi} xmlns:t="u" i:type="t:T"/>`,
      `<x ${xsi} xmlns:t="v" i:type="t:S"/>`,
      ['value /x/@type t:T t:S'],
    ],
    ['the root', '<x/>', '<y/>', ['value  {}x {}y']],
  ])('differ in %s', (_, here, there, expected) => {
    expect(differences(here, there)).toEqual(expected);
  });

  it('are compared by rules', () => {
    const rules: readonly CompareRule[] = [
      { path: '//at', as: 'time' },
      { path: '/x/*/n', as: 'number' },
      { path: '/x/trace', as: 'ignored' },
      { path: '//@id', as: 'ignored' },
      { path: '/x/s', as: 'spaces' },
    ];
    const here = '<x id="1"><at>2026-01-01T12:00:00Z</at><i><n>1.0</n></i><trace><a/></trace><s> a</s></x>';
    const there = '<x id="2"><at>2026-01-01T13:00:00.000+01:00</at><i><n>01.00</n></i><s>a</s></x>';
    expect(differences(here, there, rules)).toEqual([]);
    expect(differences(here.replace('12:', '11:').replace('1.0<', '1.01<'), there, rules)).toEqual([
      'value /x/at 2026-01-01T11:00:00Z 2026-01-01T13:00:00.000+01:00',
      'value /x/i/n 1.01 01.00',
    ]);
  });

  it('have a bounded number of differences', () => {
    const many = (text: string): string => `<x>${`<i>${text}</i>`.repeat(1000)}</x>`;
    expect(differences(many('a'), many('b'))).toHaveLength(100);
  });
});
