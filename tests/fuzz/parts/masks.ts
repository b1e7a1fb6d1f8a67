import { ok } from 'node:assert/strict';
import { CallMaskers, createMasker } from '../../../runtime/src/client/masking/masker.js';
import { unescapeText } from '../../../runtime/src/client/masking/unescape.js';
import { drawn } from '../../support/plain-data.js';
import { Random } from '../../support/random.js';
import { randomText, wellFormed } from '../../support/random-text.js';
import { type FuzzPart, itemOf } from '../part.js';

/** What the texts are made of: a smaller number makes other texts, in which the credential has its name all the same. */
interface Input {
  readonly seed: number;
}

const secret = 'Qx7rT2mZ9kLw4v';
const names = ['password', 'Password', 'session_id', 'API-KEY', 'accessToken', 'pin', 'пароль'];
const around = [
  '',
  ' ',
  '<b>1</b>',
  'id=7&',
  'it failed: ',
  '<!-- c -->',
  '<?p i?>',
  '{"n":1} ',
  '--b\r\n',
  'a < b ',
  "don't ",
];

/** Writes each unit in a way of its own. */
const spelled = (text: string, random: Random, ways: readonly ((unit: string) => string)[]): string =>
  [...text].map((unit) => itemOf(ways, random.below(100))(unit)).join('');

const hex = (unit: string): string => unit.charCodeAt(0).toString(16);
const inXml = (text: string, random: Random): string =>
  spelled(text, random, [
    (unit) => (/[&<>"']/.test(unit) ? `&#${unit.charCodeAt(0)};` : unit),
    (unit) => (/[&<>"']/.test(unit) ? `&#x${hex(unit)};` : unit),
    (unit) => `&#${unit.charCodeAt(0)};`,
  ]);
const inText = (text: string, random: Random): string =>
  spelled(text, random, [
    (unit) => inXml(unit, random),
    (unit) => (unit === ']' || unit === '>' ? inXml(unit, random) : `<![CDATA[${unit}]]>`),
    (unit) => `${inXml(unit, random)}<!-- - -->`,
  ]);
const inJson = (text: string, random: Random): string =>
  spelled(text, random, [
    (unit) => JSON.stringify(unit).slice(1, -1),
    (unit) => JSON.stringify(unit).slice(1, -1),
    (unit) => `\\u${hex(unit).padStart(4, '0')}`,
  ]);
const inForm = (text: string, random: Random): string =>
  spelled(text, random, [
    encodeURIComponent,
    (unit) => (unit < '\x80' ? `%${hex(unit).padStart(2, '0')}` : encodeURIComponent(unit)),
  ]);

type Carry = (name: string, value: string, random: Random) => string;

/** The places in which a value stands under its name. */
const carriers: readonly Carry[] = [
  (name, value, random) => `<${name}>${inText(value, random)}</${name}>`,
  (name, value, random) => `<z:${name} xmlns:z="urn:z" a='1'>${inText(value, random)}</z:${name} >`,
  (name, value, random) => `<${name}><v>${inText(value, random)}</v><w b="${inXml(value, random)}"/></${name}>`,
  (name, value, random) => `<a b="1" ${name} = "${inXml(value, random)}"/>`,
  (name, value, random) => `<a xmlns:p="urn:p" p:${name}='${inXml(value, random)}'><b/></a>`,
  (name, value, random) => `<e><Key>${name}</Key><Value>${inText(value, random)}</Value></e>`,
  (name, value, random) => `<add key="${name}" value="${inXml(value, random)}"/>`,
  (name, value, random) => `{"a":1,"${inJson(name, random)}":"${inJson(value, random)}","b":2}`,
  (name, value, random) => `{"${name}":{"a":["${inJson(value, random)}"]},"${name}":""}`,
  (name, value, random) => `a=1&${inForm(name, random)}=${inForm(value, random)}&${name}=`,
  (name, value, random) => `https://u:${inForm(value, random)}@h/x?${inForm(name, random)}=${inForm(value, random)}#f`,
  (name, value, random) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${inForm(value, random)}\r\n--b--`,
];

/** A text within a text. */
const wraps: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text, random) => `<a>${inXml(text, random)}</a>`,
  (text, random) => `<a b="${inXml(text, random)}">c</a>`,
  (text) => `<a><![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]></a>`,
  (text) => `<!DOCTYPE a [<!ENTITY e "f">]><a>${text}</a>`,
  (text, random) => `{"a":"${inJson(text, random)}"}`,
  (text, random) => `a=${inForm(text, random)}&b=2`,
  (text, random) => `${itemOf(around, random.below(100))}${text}${itemOf(around, random.below(100))}`,
];

const { common } = new CallMaskers();
const operation = { name: 'Open', method: 'open', input: {} } as const;
const call = new CallMaskers().of({ operation, input: { password: secret } });

/** What a reader makes of a text in the end, without what may stand between two characters. */
function readable(text: string): string {
  let shown = text;
  for (let level = 0; level < 16; level++) {
    shown = unescapeText(shown.replace(/<!--.*?-->|<!\[CDATA\[|\]\]>/gs, ''));
  }
  return shown;
}

function expectHidden(text: string, shown: string): void {
  const found = readable(shown);
  for (let at = 0; at + 6 <= secret.length; at++) {
    ok(!found.includes(secret.slice(at, at + 6)), `${JSON.stringify(text)} is shown as ${JSON.stringify(shown)}`);
  }
}

const someText = (random: Random, length: number): string => wellFormed(randomText(random, length));

/** A text in up to two others. */
function wrapped(text: string, random: Random): string {
  const count = random.below(3);
  let result = text;
  for (let level = 0; level < count; level++) {
    result = itemOf(wraps, random.below(100))(result, random);
  }
  return result;
}

/** A text with the credential under its name. */
function textWithSecret(random: Random): string {
  const carry = itemOf(carriers, random.below(100));
  return wrapped(carry(itemOf(names, random.below(100)), secret + someText(random, 4), random), random);
}

/** No credential is shown, wherever it stands under its name, and wherever one that a call sent comes back. */
export const masks: FuzzPart<Input> = {
  name: 'masks',
  cases: 4000,
  inputs: drawn((random) => ({ seed: random.below(2 ** 31) })),
  check: ({ seed }) => {
    const random = new Random(seed);
    const text = textWithSecret(random);
    const echo = wrapped(`${someText(random, 9)} ${secret} ${someText(random, 9)}`, random);
    const length = random.below(3) === 0 ? random.below(text.length + 1) : 10_000;
    for (const each of [text, text.slice(0, length)]) {
      expectHidden(each, createMasker().text(each));
    }
    expectHidden(text, common.beginning(text, length));
    for (const each of [text, echo]) {
      expectHidden(each, call.text(each));
      expectHidden(each, call.beginning(each, length));
      expectHidden(each, String(call.value(each)));
    }
  },
};
