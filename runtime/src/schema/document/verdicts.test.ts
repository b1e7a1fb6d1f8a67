import { mutateElements } from '../../../../tests/support/mutate-elements.js';
import { Random } from '../../../../tests/support/random.js';
import { runs } from '../../../../tests/support/thorough.js';
import { verdictsOf } from '../../../../tests/support/verdicts.js';
import {
  any,
  attribute,
  type ComplexType,
  choice,
  complexType,
  type Declarations,
  element,
  enumeration,
  field,
  patterns,
  restriction,
  sequence,
  type Type,
} from '../index.js';
import * as xs from '../xs.js';

/** `validateXml` reads valid documents in another way than others: its verdict is that of all checks, and that of strict reading. */

const many = { min: 0, max: Number.POSITIVE_INFINITY };
const lax = { namespaces: 'any', process: 'lax' } as const;
const strict = { namespaces: ['urn:o'], process: 'strict' } as const;
const Code = restriction('', 'Code', xs.token, { maxLength: 4, ...patterns(['[a-z]+']) });
const Money = complexType('', 'Money', { text: xs.decimal, attributes: [attribute('', 'currency', Code)] });
const Text = complexType('', 'Text', {
  mixed: true,
  attributes: [attribute('', 'id', xs.ID)],
  content: choice([field('', 'b', xs.string), field('', 'ref', xs.IDREF), field('', 'sum', Money)], many),
});
const Line: ComplexType = complexType('', 'Line', () => ({
  attributes: [
    attribute('', 'no', xs.int, { required: true }),
    attribute('', 'kind', enumeration('', '', xs.string, ['a', 'b'])),
  ],
  content: sequence([
    field('', 'name', Code),
    field('', 'price', Money, { nillable: true }),
    field('', 'text', Text, { min: 0 }),
    field('', 'line', Line, many),
    any({ min: 0, max: Number.POSITIVE_INFINITY, ...lax }),
  ]),
}));
const Order = complexType('', 'Order', {
  anyAttribute: lax,
  content: sequence([
    field('', 'line', Line, { min: 1, max: 4 }),
    choice([field('', 'card', Code), field('', 'cash', xs.decimal)]),
    field('', 'uses', xs.int, many),
    any({ min: 0, ...strict }),
  ]),
});
const path = (...steps: readonly string[]) => ({ steps });
const order = element('', 'order', Order, {
  constraints: [
    { kind: 'key', name: 'numbers', selector: [path('line')], fields: [[{ ...path(), attribute: 'no' }]] },
    { kind: 'keyref', name: 'uses', refer: 'numbers', selector: [path('uses')], fields: [[path()]] },
  ],
});
const open = element('urn:o', 'open', Line);
const declarations: Declarations = {
  elements: new Map([['{urn:o}open', open]]),
  attributes: new Map([['{urn:o}at', attribute('urn:o', 'at', xs.int)]]),
  types: new Map<string, Type>([['Line', Line]]),
};
const text = `<order xmlns:o="urn:o" o:at="5">
  <line no="1" kind="a"><name>ab</name><price currency="eur">1.50</price>
    <text id="x">one <b>two</b> <ref>y</ref><sum currency="usd">3</sum></text>
    <line no="2"><name>c</name><price>2</price><o:open no="7"><name>d</name><price>1</price></o:open></line>
    <other><o:open no="8"><name>e</name><price>1</price><text id="y"/></o:open></other>
  </line>
  <line no="3"><name>f</name><price>0</price></line>
  <cash>4.5</cash><uses>1</uses><uses>3</uses>
  <o:open no="9"><name>g</name><price>1</price><o:open no="1"><name>h</name><price>1</price></o:open></o:open>
</order>`;

it('a valid document has no problem', () => {
  expect(verdictsOf(order, text, declarations)).toEqual({ issues: [], isValid: true, isRead: true });
});

it('the verdict of a document with mistakes is that of all checks, and each problem has its place', () => {
  const random = new Random(29);
  const verdicts = { right: 0, wrong: 0 };
  for (let i = 0; i < runs(1600); i++) {
    const document = mutateElements(text, random);
    const { issues, isValid, isRead } = verdictsOf(order, document, declarations);
    const found = {
      document,
      isValid: issues.length === 0,
      isRead,
      unplaced: issues.filter(({ line }) => line === undefined),
    };
    expect(found).toEqual({ document, isValid, isRead: isValid, unplaced: [] });
    verdicts[isValid ? 'right' : 'wrong']++;
  }
  expect(Math.min(verdicts.right, verdicts.wrong)).toBeGreaterThan(runs(40));
});
