import { attribute, complexType, field, sequence } from '../../construct/construct.js';
import { complexPlan } from '../../plan/plan.js';
import * as xs from '../../xs.js';
import { ScanSample } from './sample.js';
import { ScanScope } from './scope.js';
import { type InlineElement, ShapeFinder } from './shapes.js';
import { type TagForm, TagForms } from './tags.js';

const attributes = ['ChangeKey', 'Id', 'Kind', 'Note'].map((name) => attribute('', name, xs.string));
const item = complexType('urn:a', 'Item', { attributes, content: sequence([field('urn:a', 'text', xs.string)]) });
const declared: Readonly<Record<string, string>> = {
  p: 'urn:a',
  q: 'urn:b',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
};

function outermost(): ScanScope {
  return new ScanScope({
    resolvePrefix: (prefix) => declared[prefix] ?? (prefix === '' ? '' : undefined),
    prefixOf: (namespace) => Object.keys(declared).find((prefix) => declared[prefix] === namespace),
  });
}

function formIn(sample: string, scope = outermost(), isTranslated = false): TagForm | undefined {
  const finder = new ShapeFinder();
  const plan = complexPlan(complexType('urn:a', 'List', { content: sequence([field('urn:a', 'item', item)]) }));
  const { shape } = finder.inline(plan.fields[0] as never) as InlineElement;
  return new TagForms(new ScanSample(sample), finder.namespaces, isTranslated).formOf(shape, scope);
}

/** What follows the name: attributes by their names, other texts as they are, in brackets if they may be absent. */
function piecesOf(form: TagForm | undefined): readonly string[] {
  return (form?.pieces ?? []).map((piece) =>
    piece.kind === 'attribute' ? piece.attribute.name : piece.isRequired ? piece.text : `(${piece.text})`,
  );
}

it.each([
  ['<p:item Id="1" ChangeKey="2"/>', ['Id', 'Kind', 'Note', 'ChangeKey']],
  ['<p:item Id="1"/><p:item Note="x" Kind="y" Id="1" z:other=""/>', ['ChangeKey', 'Note', 'Kind', 'Id']],
  ['<p:items Id="1" ChangeKey="2"/><q:item Note="" Id=""/>', ['ChangeKey', 'Id', 'Kind', 'Note']],
  ['<p:item Note="&lt;" Id=""/>', ['ChangeKey', 'Note', 'Id', 'Kind']],
  ['', ['ChangeKey', 'Id', 'Kind', 'Note']],
])('attributes are in the order of the document: %s', (sample, order) => {
  expect(piecesOf(formIn(sample))).toEqual(order);
});

it.each([
  ['<p:item xmlns:p="urn:a">', 'p:item', '( xmlns:p="urn:a")'],
  ['<p:item xmlns:z="urn:z">', 'p:item', '( xmlns:z="urn:z")'],
  [`<item xmlns='urn:a'>`, 'item', ` xmlns='urn:a'`],
  ['<n:item xmlns:n="urn:a">', 'n:item', ' xmlns:n="urn:a"'],
  ['<q:item xmlns:q="urn:a">', 'q:item', ' xmlns:q="urn:a"'],
  ['<p:item xsi:type="p:Item">', 'p:item', '( xsi:type="p:Item")'],
])('what a start tag declares has to be there if names depend on it: %s', (sample, name, piece) => {
  const form = formIn(sample);
  expect(form?.name).toBe(name);
  expect(piecesOf(form)[0]).toBe(piece);
});

it.each([
  '<p:item xmlns:p="urn:z">',
  '<p:item xmlns:n="">',
  '<p:item xmlns:xml="urn:a">',
  '<p:item xmlns:n="urn:&amp;">',
  '<p:item xmlns:n="urn:a" xmlns:n="urn:a">',
  '<p:item xsi:type="p:Other">',
  '<p:item xsi:type="z:Item">',
  '<p:item xsi:nil="true"/>',
  '<z:item>',
])('a tag that is not like that of the element shows nothing: %s', (sample) => {
  const form = formIn(sample);
  expect(form?.name).toBe('p:item');
  expect(piecesOf(form)).toEqual(['ChangeKey', 'Id', 'Kind', 'Note']);
});

it('most tags decide', () => {
  const sample = '<item xmlns="urn:a"/><p:item Id="1" Kind="2"/><p:item/>';
  expect(formIn(sample)?.name).toBe('p:item');
});

it('no declarations are scanned where namespaces are translated', () => {
  expect(piecesOf(formIn('<n:item xmlns:n="urn:a">', outermost(), true))).not.toContain(' xmlns:n="urn:a"');
});

it('a scan depends on the prefixes around it that its names have', () => {
  const scope = outermost();
  formIn('<p:item xsi:type="p:Item">', scope);
  expect(scope.bindings).toEqual([
    ['p', 'urn:a'],
    ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
  ]);
  const inner = outermost();
  formIn('<n:item xmlns:n="urn:a">', inner);
  expect(inner.bindings).toEqual([]);
});
