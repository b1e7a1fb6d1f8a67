import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasErrors } from '../../generator/diagnostics/diagnostic.js';
import { readContract, renderContract } from '../../generator/disk-pipeline.js';
import { compiledFiles } from '../../generator/emit/javascript/compiled.js';
import { isSafePath } from '../../generator/output/safe-path.js';
import { readDocument } from '../../generator/source/files.js';
import type { ReadOutcome } from '../../generator/source/outside-access.js';
import { memoryDisk } from '../../generator/xsd/fixtures/memory.js';
import { type InMemoryPackage, packageOf, typeCheck } from '../features/package.js';
import { itInAll } from '../support/in-all.js';
import { loadSources } from '../support/load-sources.js';
import { withinSeconds } from '../support/processor-time.js';
import { someOf } from '../support/thorough.js';
import { findHarm, runsCanary } from './harmless.js';

/**
 * Malicious descriptors: texts that try to become code, names that try to become paths or each other, references to files of
 * others, and small documents that try to become large ones. Each must result in diagnostics, or in a correct package.
 */

/** The text in a quoted attribute or an element. */
function xml(text: string): string {
  return [...text].map((c) => (/[A-Za-z0-9 ]/.test(c) ? c : `&#${c.codePointAt(0)};`)).join('');
}

/** A descriptor with a text in every place that takes any text, and a name in every place that takes a name. */
function descriptor(given: string, name = 'Name', other = name): string {
  const text = xml(given);
  const note = `<x:annotation><x:documentation>${text}</x:documentation></x:annotation>`;
  const says = `<documentation>${text}</documentation>`;
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t${text}" xmlns:x="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
    xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" targetNamespace="urn:t${text}">${says}
  <types><x:schema targetNamespace="urn:t${text}" elementFormDefault="qualified">${note}
    <x:simpleType name="Enum">${note}<x:restriction base="x:string"><x:enumeration value="${text}">${note}</x:enumeration>
      <x:enumeration value="${name}"/></x:restriction></x:simpleType>
    <x:simpleType name="Shaped"><x:restriction base="x:string"><x:pattern value="[a-z]${text}"/></x:restriction></x:simpleType>
    <x:complexType name="${name}">${note}<x:sequence>
      <x:element name="${name}" type="x:string" default="${text}">${note}</x:element>
      <x:element name="${other}2" type="t:Enum" minOccurs="0"/>
      <x:element name="shaped" type="t:Shaped" minOccurs="0"/>
      <x:element name="inner"><x:complexType><x:attribute name="${name}" type="x:string" fixed="${text}">${note}</x:attribute></x:complexType></x:element>
      <x:any namespace="urn:other${text}" processContents="lax" minOccurs="0"/>
    </x:sequence></x:complexType>
    <x:element name="${name}" type="t:${name}">${note}<x:key name="${name}"><x:selector xpath="t:inner"/><x:field xpath="@${name}"/></x:key></x:element>
    <x:element name="answer" type="t:${name}"/>
  </x:schema></types>
  <message name="in">${says}<part name="parameters" element="t:${name}"/></message><message name="out"><part name="parameters" element="t:answer"/></message>
  <message name="getIn"><part name="${name}" type="x:string"/></message>
  <portType name="Port">${says}<operation name="${name}">${says}<input message="t:in"/><output message="t:out"/></operation></portType>
  <portType name="GetPort"><operation name="${name}"><input message="t:getIn"/></operation></portType>
  <binding name="Soap" type="t:Port"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="${name}"><soap:operation soapAction="urn:a${text}" style="document"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <binding name="Get" type="t:GetPort"><http:binding verb="GET"/>
    <operation name="${name}"><http:operation location="/${text}"/><input><http:urlEncoded/></input><output/></operation></binding>
  <service name="${name}">${says}<port name="${name}" binding="t:Soap"><soap:address location="http://h.example/${text}"/></port>
    <port name="${other}2" binding="t:Get"><http:address location="http://h.example/${text}"/></port></service>
</definitions>`;
}

/** Ways out of comments, strings, templates, Markdown and JSON. */
const texts: Readonly<Record<string, string>> = {
  'the end of a comment': '*/ pwned(); /*',
  'the end of a comment, twice': '**//**/ pwned() /**/',
  'stars and slashes on lines of their own': '*\n/\npwned()\n*/',
  'a line comment that ends': 'x\npwned();\n//',
  'line separators': 'x\u2028pwned();\u2029pwned();\u0085pwned()',
  'carriage returns': 'x\rpwned()\r\npwned()',
  'a single quote': "'+pwned()+'",
  'a double quote': '"+pwned()+"',
  'a backslash before a quote': "\\'+pwned()+\\'",
  'a backslash at the end': 'x\\',
  'escapes of JavaScript': '\\u0027+pwned()+\\x27 \\u002a\\u002f',
  'a template': `\`+pwned()+\`$${'{pwned()}'}`,
  'syntax of the templates': '{{pwned}}{{{pwned}}}{{#each this}}{{/each}}{{> header}}{{!--',
  'the end of a script': '</script><script>pwned()</script><!--',
  'a code fence': 'x\n```\n<img src=x onerror=pwned()>\n```ts\npwned()\n```',
  'a fence of tildes': '~~~\n<b>pwned</b>\n~~~',
  'links and images':
    '[a](javascript:pwned()) ![a](http://e.example/x) <javascript:pwned()> http://e.example www.e.example',
  'headings and rules': '# pwned\n\n---\n===\n> pwned\n1. pwned\n- [ ] pwned\n| a | b |\n|---|---|',
  'definitions of links': '[a]: http://e.example "x"\n[^1]: x',
  'tags of JSDoc': '@deprecated\n@type {pwned()}\n{@link pwned}\n@ts-ignore',
  directives: '/// <reference path="/etc/passwd"/>\n// @ts-nocheck\n#!/bin/sh\n/*#__PURE__*/ "use strict"',
  'a source map': '//# sourceMappingURL=http://e.example/x',
  'text that runs the other way': 'user\u202e \u2066// if admin\u2069 \u2066pwned()\u200f\u200b\u200d\ufeff',
  'letters that are not shown': `a${[...'pwned()'].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('')}`,
  'fillers that look like nothing': '\u3164\u115f\u1160\uffa0\u034f\u180b\ufe00',
  'a replacement pattern': "$&$1$`$'$$",
  'a format': '%s%n%x%p',
  'an astral letter and a combining mark': '\u{1f600}\u0301\u{10ffff}',
  'the prototype': '__proto__',
  placeholders: '{base_url}{__proto__}{constructor}{x}',
};

/** Names that are words of JavaScript, of the runtime, of the file system, or of each other. */
const names: readonly (readonly [name: string, other: string])[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'arguments', 'eval'],
  ...['await', 'new', 'class', 'static', 'default', 'import', 'undefined', 'NaN', 'globalThis', 'Promise', 'Object'],
  ...[
    'elements',
    'schema',
    'xs',
    't',
    's',
    'ServiceClient',
    'registerService',
    'ElementDescriptor',
    'sequence',
    'Service',
    'ServiceDescriptor',
    'ServiceContext',
    'CallOptions',
  ],
  ...['CON', 'nul', 'Aux', 'com1', 'LPT9', 'index', 'types', '..', '.', '-', '_', 'a.b', 'a-b'],
  ...['\u3164', 'a\u200db', 'e\u0301', '\u00e9', '\u{10400}', '\u0430', 'i\u0307', 'A'.repeat(5000), '\u00aa'],
].map((name) => [name, name] as const);

async function generated(sources: Readonly<Record<string, string>>): Promise<InMemoryPackage> {
  const made = await packageOf(sources);
  expect(made.files.size).toBeGreaterThan(4);
  return made;
}

/** The JavaScript and the declarations that a package contains beside its sources: as ES modules, and as CommonJS. */
async function compiled({ files }: InMemoryPackage): Promise<readonly ReadonlyMap<string, string>[]> {
  const sources = [...files].map(([path, text]) => ({ path, text }));
  const [made, diagnostics] = await compiledFiles(sources);
  expect(diagnostics).toEqual([]);
  return [/\.(?:js|d\.ts)$/, /\.(?:cjs|d\.cts)$/].map((format) => {
    const files = made.filter(({ path }) => format.test(path));
    expect(files.length).toBeGreaterThan(4);
    return new Map(files.map(({ path, text }) => [path, text]));
  });
}

describe('texts that try to become code', () => {
  it.each(someOf(Object.entries(texts), 4))('%s', async (_, text) => {
    const made = await generated({ 'a.wsdl': descriptor(text) });
    const { files } = made;
    expect(findHarm(files)).toEqual([]);
    const [modules = new Map(), commonJs = new Map()] = await compiled(made);
    expect(findHarm(modules)).toEqual([]);
    expect(runsCanary(files)).toBe(false);
    expect(runsCanary(commonJs)).toBe(false);
  });

  itInAll('in names are refused, and harmless even so', async () => {
    for (const text of Object.values(texts)) {
      const { diagnostics, files } = await packageOf({ 'a.wsdl': descriptor('x', xml(text)) });
      if (/[ ()]/.test(text)) {
        expect(diagnostics.length).toBeGreaterThan(0);
      }
      expect(findHarm(files)).toEqual([]);
      if (!hasErrors(diagnostics)) {
        expect(runsCanary(files)).toBe(false);
      }
    }
  });

  itInAll('in the names of files', async () => {
    for (const text of Object.values(texts)) {
      const name = `${text.replace(/[\r\n/\u2028\u2029\u0085?#]/g, '')}.wsdl`;
      const { files } = await generated({ [name]: descriptor('x') });
      expect(findHarm(files)).toEqual([]);
      expect(runsCanary(files)).toBe(false);
    }
  });

  it('are found by this test where they do become code', () => {
    const bad = (text: string, path = 'src/a.ts') => findHarm(new Map([[path, text]])).length;
    expect(bad('/** x */ pwned(); /* */')).toBeGreaterThan(0);
    expect(bad("export const a = ''+pwned()+'';")).toBeGreaterThan(0);
    expect(bad("export const a = 'x\u202e';")).toBeGreaterThan(0);
    expect(bad('export const a = { __proto__: b };')).toBeGreaterThan(0);
    expect(bad('<img src=x>', 'README.md')).toBeGreaterThan(0);
    expect(bad('[a](b)', 'README.md')).toBeGreaterThan(0);
    expect(bad('```ts\npwned()\n```', 'README.md')).toBeGreaterThan(0);
    expect(bad('', 'src/../../a.ts')).toBeGreaterThan(0);
    expect(bad('', 'src/con.service.ts')).toBeGreaterThan(0);
    expect(runsCanary(new Map([['src/a.ts', 'export const a = pwned();']]))).toBe(true);
  });
});

describe('names', () => {
  const sound = names.filter(([name]) => /^[\p{L}_]/u.test(name) && !/[\u200d]/.test(name));

  it.each(someOf(names, 5))('%j stays a name', async (name, other) => {
    const { files } = await packageOf({ 'a.wsdl': descriptor('x', name, other) });
    expect(findHarm(files)).toEqual([]);
    expect([...files.keys()].every(isSafePath)).toBe(true);
  });

  itInAll(
    'make packages that the compiler takes',
    async () => {
      const packages: Record<string, ReadonlyMap<string, string>> = {};
      for (const [i, [name]] of sound.entries()) {
        packages[`p${i}`] = (await generated({ 'a.wsdl': descriptor('x', name) })).files;
      }
      expect(typeCheck(packages)).toBe('');
    },
    120_000,
  );

  it.each([
    ['letter case', 'Foo', 'FOO', 'foo', 'fOO'],
    ['normalisation', 'caf\u00e9', 'cafe\u0301', 'cafe', 'Cafe'],
    ['what is not shown', 'ab', 'a\u3164b', 'a\u200db', 'a_b'],
    ['letters that look alike', 'a', '\u0430', '\u{1d5ba}', '\uff41'],
    ['signs', 'a.b', 'a-b', 'a_b', 'aB'],
  ])(
    'that differ by %s alone are different services in different files',
    async (_, ...same) => {
      const port = (name: string, i: number) =>
        `<service name="${name}"><port name="P${i}" binding="t:B"><soap:address location="http://h.example/${i}"/></port></service>`;
      const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema"
      xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:t">
      <types><x:schema targetNamespace="urn:t">${same.map((name) => `<x:element name="${name}" type="x:int"/>`).join('')}</x:schema></types>
      ${same.map((name, i) => `<message name="m${i}"><part name="p" element="t:${name}"/></message>`).join('')}
      <portType name="P">${same.map((name, i) => `<operation name="${name}"><input message="t:m${i}"/></operation>`).join('')}</portType>
      <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      ${same.map((name) => `<operation name="${name}"><soap:operation soapAction="urn:${name}"/><input><soap:body use="literal"/></input></operation>`).join('')}</binding>
      ${same.map(port).join('')}</definitions>`;
      const { diagnostics, files } = await generated({ 'a.wsdl': text });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(findHarm(files)).toEqual([]);
      expect([...files.keys()].filter((path) => path.endsWith('.client.ts'))).toHaveLength(same.length);
      expect(runsCanary(files)).toBe(false);
      expect(typeCheck({ alike: files })).toBe('');
    },
    60_000,
  );
});

describe('locations', () => {
  let folder: string;
  const secret = '<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:secret"/>';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hostile-'));
    mkdirSync(join(folder, 'work', 'in'), { recursive: true });
    writeFileSync(join(folder, 'secret.xsd'), secret);
    symlinkSync('../../secret.xsd', join(folder, 'work', 'in', 'link.xsd'));
    symlinkSync('../..', join(folder, 'work', 'in', 'up'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const schema = (location: string) =>
    `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><x:import namespace="urn:secret" schemaLocation="${xml(location)}"/></x:schema>`;

  it.each([
    'file:///etc/passwd',
    '/etc/passwd',
    '../../secret.xsd',
    '..\\..\\secret.xsd',
    '%2e%2e/%2e%2e/secret.xsd',
    '%2e%2e%2f%2e%2e%2fsecret.xsd',
    '..%5c..%5csecret.xsd',
    'link.xsd',
    'up/secret.xsd',
    './up/../../../secret.xsd',
    '{where}/secret.xsd',
    '\\\\host\\share\\secret.xsd',
    '//host/share/secret.xsd',
    'C:\\secret.xsd',
    'ftp://host/secret.xsd',
    'data:text/xml,<schema/>',
    'javascript:pwned()',
    '\u0000',
    'a\u0000.xsd',
    ' ',
    '/dev/zero',
    '/proc/self/environ',
  ])('%j does not lead out of the folder', async (location) => {
    writeFileSync(join(folder, 'work', 'in', 'a.xsd'), schema(location.replace(/\u0000/g, '%00')));
    const workingFolder = join(folder, 'work');
    const [{ documents }] = await loadSources(['in/a.xsd'], {
      workingFolder,
      read: readDocument,
      define: { where: '../..' },
    });
    expect([...documents.keys()]).toEqual([join(workingFolder, 'in', 'a.xsd')]);
  });

  it.each([
    'http://localhost/x',
    'http://localhost./x',
    'http://127.0.0.1/x',
    'http://127.1/x',
    'http://2130706433/x',
    'http://0x7f.1/x',
    'http://017700000001/x',
    'http://[::1]/x',
    'http://[::ffff:127.0.0.1]/x',
    'http://[::127.0.0.1]/x',
    'http://[64:ff9b::7f00:1]/x',
    'http://[fe80::1]/x',
    'http://[fd00::1]/x',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/x',
    'http://172.31.0.1/x',
    'http://192.168.1.1/x',
    'http://0.0.0.0/x',
    'http://metadata/x',
    'http://metadata.google.internal/x',
    'http://user:password@localhost/x',
    'http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/x',
  ])('%s is not fetched, asked for or led to', async (url) => {
    const asked: string[] = [];
    const outcome = (to: string): ReadOutcome => ({ kind: 'redirect', location: to });
    for (const first of [url, 'http://public.example/x']) {
      await loadSources(['a.xsd'], {
        workingFolder: '/work',
        allowRemote: true,
        read: async () => ({ kind: 'found', bytes: new TextEncoder().encode(schema(first)) }),
        fetch: async (address) => {
          asked.push(address);
          return outcome(url);
        },
      });
    }
    expect(asked).toEqual(['http://public.example/x']);
  });
});

/** `count` texts, one after the other. */
function repeat(count: number, text: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => text(i)).join('');
}

const schemaOf = (declarations: string): string =>
  `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" elementFormDefault="qualified">${declarations}</x:schema>`;
const extension = (i: number, inner = ''): string =>
  `<x:complexType name="T${i}"><x:complexContent><x:extension base="t:T${i + 1}">${inner}</x:extension></x:complexContent></x:complexType>`;
const around = (count: number, open: string, close: string, inner: string): string =>
  open.repeat(count) + inner + close.repeat(count);
const using = (content: string): string =>
  `<x:complexType name="T">${content}</x:complexType><x:element name="r" type="t:T"/>`;
const twice = (count: number, kind: string, last: string): string => {
  const double = (i: number): string => {
    const next = `<x:${kind} ref="t:G${i}"/>`;
    return kind === 'group' ? `<x:sequence>${next}${next}</x:sequence>` : next + next;
  };
  const groups = repeat(count, (i) => `<x:${kind} name="G${i}">${double(i + 1)}</x:${kind}>`);
  return `${groups}<x:${kind} name="G${count}">${last}</x:${kind}>`;
};

/** Declarations, and the code of the error that they end in; none where they make a package. */
const sizes: Readonly<Record<string, readonly [declarations: () => string, code?: string]>> = {
  'a chain of 5,000 extensions': [
    () =>
      `${repeat(5000, (i) => extension(i, '<x:sequence><x:element name="e" type="x:int"/></x:sequence>'))}<x:complexType name="T5000"/>`,
    'contract/derivation-too-deep',
  ],
  'a chain of 5,000 restrictions': [
    () =>
      `${repeat(5000, (i) => `<x:simpleType name="T${i}"><x:restriction base="t:T${i + 1}"/></x:simpleType>`)}<x:simpleType name="T5000"><x:restriction base="x:string"/></x:simpleType>`,
    'contract/derivation-too-deep',
  ],
  'a chain of 5,000 unions': [
    () =>
      `${repeat(5000, (i) => `<x:simpleType name="T${i}"><x:union memberTypes="t:T${i + 1} x:int"/></x:simpleType>`)}<x:simpleType name="T5000"><x:restriction base="x:string"/></x:simpleType><x:element name="r" type="t:T0"/>`,
  ],
  'a chain of 5,000 types': [
    () =>
      `${repeat(5000, (i) => `<x:complexType name="T${i}"><x:sequence><x:element name="e" type="t:T${i + 1}"/></x:sequence></x:complexType>`)}<x:complexType name="T5000"/><x:element name="r" type="t:T0"/>`,
  ],
  'a chain of 5,000 groups': [
    () =>
      `${repeat(5000, (i) => `<x:group name="G${i}"><x:sequence><x:element name="e${i}"/><x:group ref="t:G${i + 1}"/></x:sequence></x:group>`)}<x:group name="G5000"><x:sequence/></x:group>${using('<x:group ref="t:G0"/>')}`,
    'contract/content-too-large',
  ],
  'a chain of 5,000 attribute groups': [
    () =>
      `${repeat(5000, (i) => `<x:attributeGroup name="G${i}"><x:attribute name="a${i}"/><x:attributeGroup ref="t:G${i + 1}"/></x:attributeGroup>`)}<x:attributeGroup name="G5000"/>${using('<x:attributeGroup ref="t:G0"/>')}`,
    'contract/too-many-attributes',
  ],
  'a chain of 5,000 substitutions': [
    () =>
      `${repeat(5000, (i) => `<x:element name="r${i}" type="x:int" substitutionGroup="t:r${i + 1}"/>`)}<x:element name="r5000" type="x:int"/>`,
    'contract/too-many-alternatives',
  ],
  '5,000 groups within each other': [
    () => using(around(5000, '<x:sequence>', '</x:sequence>', '<x:element name="e"/>')),
    'source/too-deep',
  ],
  '200 groups within each other': [
    () =>
      using(around(200, '<x:sequence minOccurs="0" maxOccurs="unbounded">', '</x:sequence>', '<x:element name="e"/>')),
  ],
  '5,000 anonymous types within each other': [
    () =>
      around(5000, '<x:element name="e"><x:complexType><x:sequence>', '</x:sequence></x:complexType></x:element>', ''),
    'source/too-deep',
  ],
  '160 anonymous types within each other': [
    () =>
      around(
        160,
        '<x:element name="e"><x:complexType><x:sequence>',
        '</x:sequence></x:complexType></x:element>',
        '<x:element name="z"/>',
      ),
  ],
  'groups that double 40 times': [
    () => `${twice(40, 'group', '<x:sequence><x:element name="e"/></x:sequence>')}${using('<x:group ref="t:G0"/>')}`,
    'contract/content-too-large',
  ],
  'a group that doubles 15 times in each of 30 types': [
    () =>
      `${twice(15, 'group', '<x:sequence><x:element name="e"/></x:sequence>')}${repeat(30, (i) => `<x:complexType name="T${i}"><x:group ref="t:G0"/></x:complexType>`)}`,
    'contract/content-too-large',
  ],
  'attribute groups that double 40 times': [
    () => `${twice(40, 'attributeGroup', '<x:attribute name="a"/>')}${using('<x:attributeGroup ref="t:G0"/>')}`,
  ],
  'unions that double 40 times': [
    () =>
      `${repeat(40, (i) => `<x:simpleType name="T${i}"><x:union memberTypes="t:T${i + 1} t:T${i + 1}"/></x:simpleType>`)}<x:simpleType name="T40"><x:restriction base="x:string"/></x:simpleType><x:element name="r" type="t:T0" default="a"/>`,
  ],
  'types that double 40 times': [
    () =>
      `${repeat(40, (i) => `<x:complexType name="T${i}"><x:sequence><x:element name="a" type="t:T${i + 1}"/><x:element name="b" type="t:T${i + 1}"/></x:sequence></x:complexType>`)}<x:complexType name="T40"/><x:element name="r" type="t:T0"/>`,
  ],
  '100 choices in a row': [
    () =>
      using(
        `<x:sequence>${repeat(100, (i) => `<x:choice><x:element name="a${i}"/><x:element name="b${i}"/></x:choice>`)}</x:sequence>`,
      ),
  ],
  'substitution groups in many choices': [
    () =>
      `<x:element name="h"/>${repeat(1500, (i) => `<x:element name="m${i}" substitutionGroup="t:h"/>`)}${using(`<x:sequence>${repeat(1500, (i) => `<x:element name="q${i}"/><x:element ref="t:h"/>`)}</x:sequence>`)}`,
    'contract/too-many-alternatives',
  ],
  'wildcards that keep all their siblings out': [
    () =>
      using(
        `<x:sequence>${repeat(1500, (i) => `<x:element name="e${i}" type="x:int"/><x:any notQName="##definedSibling" minOccurs="0"/>`)}</x:sequence>`,
      ),
  ],
  'type alternatives in many places': [
    () =>
      `<x:complexType name="B"><x:attribute name="k"/></x:complexType><x:element name="e" type="t:B">${repeat(400, (i) => `<x:alternative test="@k = '${i}'" type="t:B"/>`)}</x:element>${repeat(400, (i) => `<x:complexType name="T${i}"><x:sequence><x:element ref="t:e"/></x:sequence></x:complexType>`)}`,
    'contract/too-many-alternatives',
  ],
  'attributes that many types take over': [
    () =>
      `<x:attributeGroup name="G">${repeat(1100, (i) => `<x:attribute name="a${i}"/>`)}</x:attributeGroup>${repeat(1100, (i) => `<x:complexType name="T${i}"><x:attributeGroup ref="t:G"/></x:complexType>`)}`,
    'contract/too-many-attributes',
  ],
  'enumerations that many types take over': [
    () =>
      `<x:simpleType name="B"><x:restriction base="x:string">${repeat(1100, (i) => `<x:enumeration value="v${i}"/>`)}</x:restriction></x:simpleType>${repeat(1100, (i) => `<x:simpleType name="T${i}"><x:restriction base="t:B"/></x:simpleType>`)}`,
    'contract/too-many-alternatives',
  ],
  '20,000 elements': [() => repeat(20_000, (i) => `<x:element name="e${i}" type="x:int"/>`)],
  '20,000 values': [
    () =>
      `<x:simpleType name="T"><x:restriction base="x:string">${repeat(20_000, (i) => `<x:enumeration value="v${i}"/>`)}</x:restriction></x:simpleType><x:element name="r" type="t:T"/>`,
  ],
  'occurrences without end': [
    () =>
      using(
        '<x:sequence minOccurs="2147483647" maxOccurs="2147483647"><x:element name="e" minOccurs="2147483647" maxOccurs="2147483647"/><x:element name="f" maxOccurs="99999999999999999999"/></x:sequence>',
      ),
  ],
  'groups, types and elements in circles': [
    () =>
      `<x:group name="A"><x:sequence><x:group ref="t:B"/></x:sequence></x:group><x:group name="B"><x:sequence><x:group ref="t:A"/></x:sequence></x:group><x:attributeGroup name="C"><x:attributeGroup ref="t:C"/></x:attributeGroup><x:complexType name="D"><x:complexContent><x:extension base="t:D"/></x:complexContent></x:complexType><x:element name="e" substitutionGroup="t:f"/><x:element name="f" substitutionGroup="t:e"/><x:simpleType name="U"><x:union memberTypes="t:U"/></x:simpleType>`,
    'xsd/circular',
  ],
  'patterns that never end': [
    () =>
      `<x:simpleType name="P"><x:restriction base="x:string"><x:pattern value="${'(a|a)'.repeat(40)}b"/><x:pattern value="((a*)*)*b"/></x:restriction></x:simpleType><x:element name="r" type="t:P" default="${'a'.repeat(40)}"/>`,
  ],
  'a pattern of 5,000 brackets': [
    () =>
      `<x:simpleType name="P"><x:restriction base="x:string"><x:pattern value="${around(5000, '(', ')', 'a')}"/></x:restriction></x:simpleType>`,
  ],
  'paths of 5,000 steps': [
    () =>
      `<x:element name="r"><x:complexType><x:sequence><x:element name="e" type="x:int"/></x:sequence></x:complexType><x:key name="k"><x:selector xpath="${'t:e/'.repeat(5000)}t:e"/><x:field xpath="${'.|'.repeat(5000)}."/></x:key></x:element>`,
  ],
  'a million blanks and lines in a text': [
    () =>
      `<x:element name="r" type="x:int"><x:annotation><x:documentation>a${' '.repeat(500_000)}b${'\n'.repeat(500_000)}c</x:documentation></x:annotation></x:element>`,
  ],
};

describe('services that mean more than they are long', () => {
  const base = (inside: string): string =>
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" targetNamespace="urn:t"><types><x:schema targetNamespace="urn:t"><x:element name="in"><x:complexType><x:sequence>${repeat(500, (i) => `<x:element name="e${i}" type="x:int"/>`)}</x:sequence></x:complexType></x:element></x:schema></types><message name="i"><part name="p" element="t:in"/></message><message name="parts">${repeat(500, (i) => `<part name="p${i}" type="x:int"/>`)}</message>${inside}</definitions>`;
  const operations = (count: number, of: string): string =>
    repeat(count, (i) => `<operation name="Op${i}">${of}</operation>`);
  const bound = (count: number, input = '<soap:body use="literal"/>'): string =>
    `<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${operations(count, `<input>${input}</input>`)}</binding>`;
  const offered = (count: number): string =>
    `<service name="S">${repeat(count, (i) => `<port name="A${i}" binding="t:B"><soap:address location="http://h/${i}"/></port>`)}</service>`;
  const portType = (count: number, rest = '', message = 'i'): string =>
    `<portType name="P">${operations(count, `<input message="t:${message}"/>${rest}`)}</portType>`;
  const get = `<binding name="B" type="t:P"><http:binding verb="GET"/>${repeat(500, (i) => `<operation name="Op${i}"><http:operation location="/${i}"/><input><http:urlEncoded/></input></operation>`)}</binding>`;

  const codesOf = async (inside: string): Promise<readonly string[]> => {
    const { diagnostics } = await packageOf({ 'a.wsdl': base(inside) });
    return [...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code))];
  };

  it.each(
    someOf(
      [
        ['500 operations at 500 ports', portType(500) + bound(500) + offered(500)],
        [
          '500 faults at 500 ports',
          portType(
            1,
            repeat(500, (i) => `<fault name="f${i}" message="t:i"/>`),
          ) +
            bound(1) +
            offered(500),
        ],
        [
          '500 headers at 500 ports',
          portType(1) +
            bound(
              1,
              repeat(500, () => '<soap:header message="t:i" part="p" use="literal"/>'),
            ) +
            offered(500),
        ],
        ['500 operations of 500 parts', portType(500, '', 'parts') + bound(500) + offered(1)],
        ['500 operations of 500 parameters', portType(500) + get + offered(1)],
      ],
      2,
    ),
  )('%s', async (_, inside) => {
    expect(await codesOf(inside)).toEqual(['contract/too-many-operations']);
  });

  it.each([
    ['100 operations at 100 ports', portType(100) + bound(100) + offered(100)],
    ['500 operations over SOAP that share an element of 500 children', portType(500) + bound(500) + offered(1)],
  ])('%s are not too many', async (_, inside) => {
    expect(await codesOf(inside)).toEqual([]);
  });
});

describe('descriptions in YAML', () => {
  const codesOf = async (text: string): Promise<readonly string[]> => {
    const { diagnostics } = await packageOf({ 'a.yaml': text });
    return [...new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code))];
  };

  it.each([
    ['aliases that multiply', repeat(30, (i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(i === 0 ? 0 : 9)} x]\n`)],
    ['an alias of itself', 'a: &a [*a]\n'],
    ['a million brackets', '['.repeat(100_000)],
    ['deep maps', repeat(200, (i) => `${' '.repeat(i)}a:\n`)],
  ])('%s', async (_, text) => {
    expect(await withinSeconds(20, () => codesOf(text))).toContain('description/syntax');
  });

  it.each([
    ['tags', 'service: !!js/function "function () { pwned() }"\nnamespace: !<tag:yaml.org,2002:js/undefined> x\n'],
    ['keys of the prototype', '__proto__: { polluted: yes }\nconstructor: { prototype: { polluted: yes } }\n'],
    ['merge keys', '<<: { __proto__: { polluted: yes } }\n'],
    ['binary', 'service: !!binary AAAA\n'],
  ])('%s are no more than text', async (_, text) => {
    expect((await codesOf(text)).length).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('entities', () => {
  const schema = (declarations: string, text: string): string =>
    `<!DOCTYPE x [${declarations}]>${schemaOf(`<x:element name="r" type="x:int"><x:annotation><x:documentation>${text}</x:documentation></x:annotation></x:element>`)}`;
  const ten = (name: string): string => `&${name};`.repeat(10);

  it.each([
    [
      'a bomb',
      schema(`<!ENTITY a0 "ha">${repeat(12, (i) => `<!ENTITY a${i + 1} "${ten(`a${i}`)}">`)}`, '&a12;'),
      'source/entity-expansion',
    ],
    ['a circle', schema('<!ENTITY a "&b;"><!ENTITY b "&a;">', '&a;'), 'source/entity-expansion'],
    [
      'many entities',
      schema(
        repeat(5000, (i) => `<!ENTITY a${i} "x">`),
        '&a1;',
      ),
      'source/entity-expansion',
    ],
    ['a file', schema('<!ENTITY a SYSTEM "file:///etc/passwd">', '&a;'), 'source/not-well-formed'],
    ['a host', schema('<!ENTITY a PUBLIC "x" "http://127.0.0.1/x">', '&a;'), 'source/not-well-formed'],
  ])('%s', async (_, text, code) => {
    const { found } = await read(text);
    expect(found).toContain(code);
  });
});

describe('sizes', () => {
  it.each(someOf(Object.entries(sizes), 6))(
    '%s',
    async (_, [declarations, code]) => {
      const { found, length } = await withinSeconds(60, () => read(schemaOf(declarations())));
      if (code === undefined) {
        expect(found).toEqual([]);
      } else {
        expect(found).toContain(code);
      }
      expect(length).toBeLessThan(20_000_000);
    },
    200_000,
  );
});

/** Codes of errors, each once, and how much was generated if there are none: what the command does. */
async function read(text: string): Promise<{ readonly found: readonly string[]; readonly length: number }> {
  const disk = memoryDisk({ 'a.xsd': text });
  const [reading, diagnostics] = await readContract(
    ['a.xsd'],
    {},
    { workingFolder: '/work', read: disk, strict: true },
  );
  if (hasErrors(diagnostics)) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    return { found: [...new Set(errors.map(({ code }) => code))], length: 0 };
  }
  const [{ files }, more] = await renderContract(reading, { packageName: 'sizes', templates: [] });
  return { found: more.map(({ code }) => code), length: files.reduce((sum, file) => sum + file.text.length, 0) };
}
