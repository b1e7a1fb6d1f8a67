import { XmlLimitError, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { canonicalElement } from '../xml/canonicalize.js';
import { EnvelopeEditor } from './envelope-editor.js';
import { securityNamespaces } from './names.js';
import { readSoapMessage, readSoapOutline, securityBlock } from './soap-message.js';

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const { extension, utility } = securityNamespaces;

const envelope = (header: string, namespace = soap11, prefix = 's:'): string =>
  `<?xml version="1.0"?><${prefix}Envelope xmlns${prefix === '' ? '' : ':s'}="${namespace}">${header}<${prefix}Body><a xmlns="urn:a"/></${prefix}Body></${prefix}Envelope>`;
const block = (attributes = '', content = ''): string =>
  `<w:Security xmlns:w="${extension}"${attributes}>${content}</w:Security>`;

describe('the parts of an envelope', () => {
  it.each([
    ['no envelope', '<a/>'],
    ['an unknown version', envelope('', 'urn:soap')],
    ['no Body', `<s:Envelope xmlns:s="${soap11}"/>`],
    ['two Bodies', envelope('<s:Body/>')],
    ['two Headers', envelope('<s:Header/><s:Header/>')],
    ['a Header after the Body', envelope('').replace('</s:Envelope>', '<s:Header/></s:Envelope>')],
    ['two Bodies of which one is of another prefix', envelope(`<t:Body xmlns:t="${soap11}"/>`)],
  ])('%s is refused', (_, text) => {
    expect(() => readSoapMessage(text)).toThrow(expect.objectContaining({ code: 'malformed' }));
    expect(() => readSoapOutline(text)).toThrow(expect.objectContaining({ code: 'malformed' }));
  });

  it.each([
    ['elements', '<a><b/>c</a><d/>'],
    ['another Body', '<s:Body>a</s:Body><Body/>'],
    ['comments and sections', 'a<!-- </s:Body> -->b<![CDATA[</s:Body>]]><?c </s:Body>?>'],
    ['nothing', ''],
  ])('are where they are in an outline of a Body with %s', (_, content) => {
    const end = '<!-- x --><e/>';
    const text = envelope(`<s:Header>${block('', '<a>b</a>')}</s:Header>`)
      .replace('<a xmlns="urn:a"/>', content)
      .replace('</s:Envelope>', `${end}</s:Envelope>`);
    const [whole, outline] = [readSoapMessage(text), readSoapOutline(text)];
    const places = ({ envelope: root, header, body }: typeof whole): unknown =>
      [root, header!, body].map(({ start, contentStart, contentEnd, end: last }) => [
        start,
        contentStart,
        contentEnd,
        last,
      ]);
    expect(places(outline)).toEqual(places(whole));
    expect(outline.body.children).toEqual([]);
    expect(text.slice(outline.body.contentStart, outline.body.contentEnd)).toBe(content);
    expect(canonicalElement(outline.header!)).toBe(canonicalElement(whole.header!));
    expect(outline.envelope.children.map(({ kind }) => kind)).toEqual(whole.envelope.children.map(({ kind }) => kind));
  });

  it.each(['<a>', '</a>', '<a b="1" b="2"/>', '<p:a/>', '&unknown;', '\u0001'])(
    'are not read of an outline that has %j in its Body',
    (content) => {
      const text = envelope('').replace('<a xmlns="urn:a"/>', content);
      expect(() => readSoapOutline(text)).toThrow(XmlSyntaxError);
    },
  );

  it('are read within limits, whatever is kept of them', () => {
    const text = envelope('').replace('<a xmlns="urn:a"/>', '<a><b/></a>');
    expect(() => readSoapOutline(text, { maxDepth: 3 })).toThrow(XmlLimitError);
  });

  it.each([
    ['no actor', ''],
    ['an empty actor', ' s:actor=""'],
    ['the next one', ' s:actor="http://schemas.xmlsoap.org/soap/actor/next"'],
  ])('the block with %s is ours', (_, actor) => {
    const message = readSoapMessage(envelope(`<s:Header>${block(' s:actor="urn:other"')}${block(actor)}</s:Header>`));
    expect(securityBlock(message)?.attributes).toHaveLength(actor === '' ? 0 : 1);
    expect(securityBlock(message, 'urn:other')?.attributes[0]?.value).toBe('urn:other');
    expect(securityBlock(message, 'urn:nobody')).toBeUndefined();
  });

  it('refuses two blocks for us', () => {
    const next = ' s:role="http://www.w3.org/2003/05/soap-envelope/role/next"';
    const message = readSoapMessage(envelope(`<s:Header>${block(next)}${block()}</s:Header>`, soap12));
    expect(() => securityBlock(message)).toThrow('Two "Security" header blocks are for the same receiver.');
  });
});

describe('changes of an envelope', () => {
  const edited = (text: string, change: (editor: EnvelopeEditor) => void, actor?: string): string => {
    const editor = new EnvelopeEditor(readSoapMessage(text), { actor });
    change(editor);
    const result = editor.text();
    readSoapMessage(result);
    return result;
  };

  it.each([
    ['no Header', '', 's:', soap11],
    ['no Header, without a prefix', '', '', soap12],
    ['an empty Header', '<s:Header/>', 's:', soap12],
    ['a Header', '<s:Header><a/></s:Header>', 's:', soap11],
    ['an empty block', `<s:Header>${block().replace('></w:Security>', '/>')}</s:Header>`, 's:', soap11],
    ['a block of another actor', `<s:Header>${block(' s:actor="urn:other"')}</s:Header>`, 's:', soap11],
  ])('puts tokens into the block: %s', (_, header, prefix, namespace) => {
    const text = edited(envelope(header, namespace, prefix), (editor) => {
      editor.insert('<last/>', 'last');
      editor.insert('<token/>', 'tokens');
    });
    const found = securityBlock(readSoapMessage(text))!;
    expect(found.children.map((child) => child.kind === 'element' && child.name)).toEqual(['token', 'last']);
  });

  it('puts tokens behind a timestamp, and leaves everything else as it is written', () => {
    const timestamp = `<u:Timestamp  xmlns:u='${utility}' />`;
    const before = envelope(`<s:Header><!-- c -->${block('', `${timestamp}<b/>`)}</s:Header>`);
    const text = edited(before, (editor) => {
      editor.insert('<token/>', 'tokens');
      editor.insert('<last/>', 'last');
    });
    expect(text).toBe(before.replace(timestamp, `${timestamp}<token/>`).replace('<b/>', '<b/><last/>'));
  });

  it('makes a block for an actor', () => {
    const text = edited(envelope('', soap12), (editor) => editor.insert('<token/>', 'last'), 'urn:"me"');
    const message = readSoapMessage(text);
    expect(securityBlock(message)).toBeUndefined();
    expect(securityBlock(message, 'urn:"me"')?.attributes.map(({ name }) => name)).toEqual(['mustUnderstand', 'role']);
  });

  it('gives an element an id of its kind once, and keeps one that is there', () => {
    const signature = '<d:Signature xmlns:d="http://www.w3.org/2000/09/xmldsig#"/>';
    const text = edited(
      envelope(`<s:Header>${block(` xmlns:wsu="urn:other" xmlns:u="${utility}" u:Id="mine"`, signature)}</s:Header>`),
      (editor) => {
        const { body, header } = editor.message;
        expect(editor.idOf(editor.block!)).toBe('mine');
        expect(editor.idOf(body)).toBe(editor.idOf(body));
        editor.idOf(header!);
        editor.idOf(editor.block!.children[0] as typeof body);
      },
    );
    const { body, header } = readSoapMessage(text);
    expect([body, header!].flatMap(({ attributes }) => attributes)).toEqual(
      Array(2).fill(expect.objectContaining({ namespace: utility, name: 'Id', prefix: 'wsu' })),
    );
    expect(text).toMatch(/Signature Id="id-[0-9a-f]{32}"/);
  });

  it('replaces elements and what is in them', () => {
    const text = edited(envelope(`<s:Header>${block()}<b/></s:Header>`), (editor) => {
      editor.replaceContent(editor.message.body, '<c/>');
      editor.replaceContent(editor.message.header!.children[1] as typeof editor.message.body, 'd');
      editor.replace(editor.block!, '<e/>');
    });
    expect(text).toContain('<s:Header><e/><b>d</b></s:Header><s:Body><c/></s:Body>');
  });
});
