import { TestProject } from '../support/test-project.js';
import { partSchema, shopSchema, shopWsdl, TestService } from './service.js';

let project: TestProject;
let service: TestService;
let base: string;

beforeEach(async () => {
  project = new TestProject();
  service = new TestService();
  base = await service.start();
});
afterEach(async () => {
  project.remove();
  await service.stop();
});

const record = (): { readonly descriptors: object; readonly documents: Record<string, Record<string, unknown>> } =>
  JSON.parse(project.read('wsdl/codegen.origin.json'));

describe('codegen pull URL DIR', () => {
  it('saves the descriptor and its imports as files that refer to each other, and generates from them', async () => {
    service.publish({
      '/Shop.svc?wsdl': shopWsdl(`${base}/Shop.svc?xsd=xsd0`),
      '/Shop.svc?xsd=xsd0': shopSchema(['Shop.svc?xsd=xsd1&amp;v=2']),
      '/Shop.svc?xsd=xsd1&v=2': partSchema(),
    });
    const { status, out, err } = await project.run('pull', `${base}/Shop.svc?wsdl`, 'wsdl');
    expect(err).toBe('');
    expect(out).toBe(
      [
        `wsdl/Shop.wsdl: 3 created, 0 unchanged, from ${base}/Shop.svc?wsdl`,
        '  created  Shop.wsdl',
        '  created  Shop.xsd0.xsd',
        '  created  Shop.xsd1.v-2.xsd',
        '',
      ].join('\n'),
    );
    expect(status).toBe(0);
    // The comment and everything else stays as it was.
    const rewritten = shopWsdl(`${base}/Shop.svc?xsd=xsd0`).replace(
      `<x:import namespace="urn:shop" schemaLocation="${base}/Shop.svc?xsd=xsd0"`,
      '<x:import namespace="urn:shop" schemaLocation="Shop.xsd0.xsd"',
    );
    expect(project.read('wsdl/Shop.wsdl')).toBe(rewritten);
    expect(project.read('wsdl/Shop.xsd0.xsd')).toBe(shopSchema(['Shop.xsd1.v-2.xsd']));
    expect(record().documents['Shop.xsd0.xsd']).toMatchObject({
      address: `${base}/Shop.svc?xsd=xsd0`,
      etag: expect.any(String),
      locations: ['Shop.svc?xsd=xsd1&amp;v=2'],
    });
    expect((await project.run('wsdl/Shop.wsdl', '--out', 'shop')).status).toBe(0);
  });

  it('follows cycles, and makes one file of documents that are equal under several addresses', async () => {
    service.publish({
      '/shop?WSDL': shopWsdl('/a/one.xsd'),
      '/a/one.xsd': shopSchema(['../b/two.xsd', '/A/two.xsd?copy=1']),
      '/b/two.xsd': partSchema(['/a/one.xsd', 'three.xsd']),
      '/A/two.xsd?copy=1': partSchema(['/a/one.xsd', 'three.xsd']),
      '/b/three.xsd': partSchema(['two.xsd']),
      '/A/three.xsd': partSchema(['two.xsd']),
      '/A/two.xsd': partSchema(['/a/one.xsd', 'three.xsd']),
    });
    const { err, status } = await project.run('pull', `${base}/shop?WSDL`, 'wsdl');
    expect(err).toBe('');
    expect(status).toBe(0);
    expect(Object.keys(record().documents)).toEqual(['one.xsd', 'shop.wsdl', 'three.xsd', 'two.xsd']);
    expect(project.read('wsdl/one.xsd')).toBe(shopSchema(['two.xsd', 'two.xsd']));
    expect(project.read('wsdl/two.xsd')).toBe(partSchema(['one.xsd', 'three.xsd']));
  });

  it('keeps encodings and line ends', async () => {
    const utf16 = shopWsdl('a.xsd', '<?xml version="1.0" encoding="utf-16"?>\r\n').replaceAll('\n', '\r\n');
    const latin = shopSchema(['Ärger.xsd'], '<!-- ÄÖÜ -->').replace(
      '<x:schema',
      '<?xml version="1.0" encoding="ISO-8859-1"?><x:schema',
    );
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
    const shiftJis = (location: string): Buffer =>
      Buffer.concat([
        Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><!--'),
        japanese,
        Buffer.from(`-->${partSchema([location])}<!--`),
        japanese,
        Buffer.from('-->'),
      ]);
    service.publish({
      '/shop.wsdl': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(utf16, 'utf16le')]),
      '/a.xsd': Buffer.from(latin, 'latin1'),
      '/%C3%84rger.xsd': shiftJis(`${base}/last.xsd`),
      '/last.xsd': partSchema(),
    });
    const { err } = await project.run('pull', `${base}/shop.wsdl`, 'wsdl');
    expect(err).toBe('');
    expect(project.bytes('wsdl/shop.wsdl').subarray(2).toString('utf16le')).toBe(utf16);
    const names = Object.keys(record().documents);
    expect(names).toEqual(['Arger.xsd', 'a.xsd', 'last.xsd', 'shop.wsdl']);
    expect(project.bytes('wsdl/a.xsd').toString('latin1')).toBe(latin.replace('Ärger.xsd', 'Arger.xsd'));
    expect(project.bytes('wsdl/Arger.xsd')).toEqual(shiftJis('last.xsd'));
  });

  it('never writes outside the folder, and gives names that differ in more than letter case', async () => {
    service.publish({
      '/shop.wsdl': shopWsdl('/x/..%2f..%2fetc%2fpasswd'),
      '/x/..%2f..%2fetc%2fpasswd': shopSchema([
        '/a/CON.xsd',
        '/a/PART.xsd',
        '/b/part.xsd',
        '/c/.git',
        '/c/a.xsd?f=../../x',
      ]),
      '/a/CON.xsd': partSchema(),
      '/a/PART.xsd': `${partSchema()}<!--1-->`,
      '/b/part.xsd': `${partSchema()}<!--2-->`,
      '/c/.git': `${partSchema()}<!--3-->`,
      '/c/a.xsd?f=../../x': `${partSchema()}<!--4-->`,
    });
    const { err } = await project.run('pull', `${base}/shop.wsdl`, 'wsdl');
    expect(err).toBe('');
    expect(Object.keys(project.tree()).sort()).toEqual([
      'wsdl',
      'wsdl/PART.xsd',
      'wsdl/a.f-x.xsd',
      'wsdl/b-part.xsd',
      'wsdl/codegen.origin.json',
      'wsdl/document-CON.xsd',
      'wsdl/etc-passwd.xsd',
      'wsdl/git.xsd',
      'wsdl/shop.wsdl',
    ]);
  });

  it('writes nothing if anything is missing or wrong', async () => {
    service.publish({ '/shop.wsdl': shopWsdl('a.xsd') });
    service.answers.set('/a.xsd', { status: 500 });
    const { status, codes } = await project.run('pull', `${base}/shop.wsdl`, 'wsdl');
    expect(codes).toEqual(['source/fetch-failed']);
    expect(status).toBe(1);
    expect(project.tree()).toEqual({});
  });

  it('leaves a schema that does not exist where it was, with a warning', async () => {
    service.publish({ '/shop.wsdl': shopWsdl('a.xsd'), '/a.xsd': shopSchema(['none.xsd']) });
    const { status, codes } = await project.run('pull', `${base}/shop.wsdl`, 'wsdl');
    expect(codes).toEqual(['source/missing-import']);
    expect(status).toBe(0);
    expect(project.read('wsdl/a.xsd')).toBe(shopSchema(['none.xsd']));
  });

  it('asks other hosts only if they are allowed, and the same path at its own host', async () => {
    const other = new TestService();
    const otherBase = await other.start();
    const { host } = new URL(otherBase);
    other.publish({ '/a.xsd': shopSchema() });
    service.publish({
      '/shop.wsdl': shopWsdl(`${otherBase}/a.xsd`),
      '/inner.svc?wsdl': shopWsdl('http://app01.corp.example/inner.svc?xsd=1'),
      '/inner.svc?xsd=1': shopSchema(),
    });
    const refused = await project.run('pull', `${base}/shop.wsdl`, 'wsdl');
    expect(refused.codes).toEqual(['pull/other-host']);
    expect(refused.err).toContain(`--allow-host ${host}`);
    expect(other.asked).toEqual([]);
    expect((await project.run('pull', `${base}/shop.wsdl`, 'wsdl', '--allow-host', host)).status).toBe(0);
    expect(project.read('wsdl/a.xsd')).toBe(shopSchema());
    const near = await project.run('pull', `${base}/inner.svc?wsdl`, 'wsdl');
    expect(near.codes).toEqual(['pull/own-host']);
    expect(near.status).toBe(0);
    expect(project.exists('wsdl/inner.1.xsd')).toBe(true);
    await other.stop();
  });

  it('does not fetch well-known schemas of other hosts', async () => {
    const soap = 'http://schemas.xmlsoap.org/soap/encoding/';
    const schema = shopSchema().replace('  \n', `<x:import namespace="${soap}" schemaLocation="${soap}"/>\n`);
    service.publish({ '/shop.wsdl': shopWsdl('a.xsd'), '/a.xsd': schema });
    const { status, err } = await project.run('pull', `${base}/shop.wsdl`, 'wsdl');
    expect(err).toBe('');
    expect(status).toBe(0);
    expect(project.read('wsdl/a.xsd')).toBe(schema);
  });

  it('does not fetch a schema of XML Schema itself, where the WCF of Mono names its page', async () => {
    const xsd = '<x:import namespace="http://www.w3.org/2001/XMLSchema" schemaLocation="/page"/>';
    const schema = shopSchema().replace('  \n', `${xsd}\n`);
    service.publish({ '/shop.wsdl': shopWsdl('a.xsd'), '/a.xsd': schema, '/page': '<html><body>a page</body></html>' });
    const { status, err } = await project.run('pull', `${base}/shop.wsdl`, 'wsdl');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(service.asked).toEqual(['/shop.wsdl 200', '/a.xsd 200']);
    expect((await project.run('inspect', 'wsdl/shop.wsdl')).err).toBe('');
  });

  it('does not overwrite files of the user without --force, and writes nothing with --dry-run', async () => {
    service.publish({ '/shop.wsdl': shopWsdl('a.xsd'), '/a.xsd': shopSchema() });
    expect((await project.run('pull', `${base}/shop.wsdl`, 'wsdl', '--dry-run')).out).toContain('would be 2 created');
    expect(project.tree()).toEqual({});
    project.write('wsdl/a.xsd', 'mine');
    expect((await project.run('pull', `${base}/shop.wsdl`, 'wsdl')).codes).toEqual(['output/not-generated']);
    expect(Object.keys(project.tree())).toEqual(['wsdl', 'wsdl/a.xsd']);
    expect((await project.run('pull', `${base}/shop.wsdl`, 'wsdl', '--force')).status).toBe(0);
    expect(project.read('wsdl/a.xsd')).toBe(shopSchema());
  });

  it('prints JSON', async () => {
    service.publish({ '/shop.wsdl': shopWsdl('a.xsd'), '/a.xsd': shopSchema() });
    const { out } = await project.run('pull', `${base}/shop.wsdl`, 'wsdl', '--name', 'My.wsdl', '--json');
    expect(JSON.parse(out)).toEqual({
      descriptors: [
        {
          address: `${base}/shop.wsdl`,
          folder: 'wsdl',
          file: 'My.wsdl',
          created: ['My.wsdl', 'a.xsd'],
          changed: [],
          unchanged: [],
          removed: [],
        },
      ],
      diagnostics: [],
    });
  });

  it('refuses arguments that make no sense', async () => {
    for (const args of [[`${base}/a`], ['wsdl'], [], ['wsdl', 'x'], [`${base}/a`, 'wsdl', '--name', '../x.wsdl']]) {
      const { status, codes } = await project.run('pull', ...args);
      expect(codes).toEqual([args.includes('--name') ? 'pull/file-name' : 'config/usage']);
      expect(status).toBe(1);
    }
    expect(service.asked).toEqual([]);
  });
});

describe('codegen pull --update DIR', () => {
  const update = () => project.run('pull', '--update', 'wsdl');

  beforeEach(async () => {
    service.publish({
      '/shop.wsdl': shopWsdl('a.xsd'),
      '/a.xsd': shopSchema(['b.xsd', `${base}/c.xsd`]),
      '/b.xsd': partSchema(),
      '/c.xsd': `${partSchema()}<!-- c -->`,
    });
    expect((await project.run('pull', `${base}/shop.wsdl`, 'wsdl')).status).toBe(0);
    service.asked.length = 0;
  });

  it('asks only for what has changed', async () => {
    const before = project.tree();
    const { out, status } = await update();
    expect(out).toBe(`wsdl/shop.wsdl: as at ${base}/shop.wsdl (4 files)\n`);
    expect(status).toBe(0);
    expect([...service.asked].sort()).toEqual(['/a.xsd 304', '/b.xsd 304', '/c.xsd 304', '/shop.wsdl 304']);
    expect(project.tree()).toEqual(before);
  });

  it('says what changed, with a verdict, and removes what nothing imports any longer', async () => {
    service.publish({ '/a.xsd': shopSchema(['b.xsd'], '<x:element name="price" type="x:decimal"/>') });
    const { out, status } = await update();
    expect(status).toBe(0);
    expect(out).toMatch(/^wsdl\/shop\.wsdl: 1 changed, 1 removed, 2 unchanged, from /);
    expect(out).toContain('  changed  a.xsd\n  removed  c.xsd\nthe contract: minor (');
    expect(out).toContain('element price');
    expect(project.exists('wsdl/c.xsd')).toBe(false);
    expect(Object.keys(record().documents)).toEqual(['a.xsd', 'b.xsd', 'shop.wsdl']);
    expect((await update()).out).toContain('as at');
  });

  it('fetches a file that somebody changed as a whole, and overwrites it only with --force', async () => {
    project.edit('wsdl/b.xsd', '</x:schema>', '<!-- mine --></x:schema>');
    const { codes } = await update();
    expect(codes).toEqual(['output/changed-by-hand']);
    expect(service.asked).toContain('/b.xsd 200');
    expect((await project.run('pull', '--update', 'wsdl', '--force')).status).toBe(0);
    expect(project.read('wsdl/b.xsd')).toBe(partSchema());
  });

  it('works in a checkout with the line ends of Windows', async () => {
    for (const name of ['shop.wsdl', 'a.xsd', 'codegen.origin.json']) {
      project.write(`wsdl/${name}`, project.read(`wsdl/${name}`).replaceAll('\n', '\r\n'));
    }
    expect((await update()).out).toContain('as at');
  });

  it('keeps the documents of other descriptors', async () => {
    service.publish({ '/more.wsdl': shopWsdl('c.xsd') });
    expect((await project.run('pull', `${base}/more.wsdl`, 'wsdl')).status).toBe(0);
    service.publish({ '/a.xsd': shopSchema(['b.xsd']) });
    expect((await update()).status).toBe(0);
    expect(project.exists('wsdl/c.xsd')).toBe(true);
    expect(Object.keys(record().descriptors)).toEqual(['more.wsdl', 'shop.wsdl']);
  });

  it('says that a record is damaged, or that there is none', async () => {
    project.write('wsdl/codegen.origin.json', '{"formatVersion":1,"descriptors":{},"documents":{"../x":{}}}');
    expect((await update()).codes).toEqual(['pull/unreadable-record']);
    project.write('none/a.txt', '');
    expect((await project.run('pull', '--update', 'none')).codes).toEqual(['pull/no-origin']);
    expect((await project.run('pull', '--update', 'gone')).codes).toEqual(['config/usage']);
  });

  it('never records the secrets of an address', async () => {
    service.publish({ '/s.wsdl?token=geheim': shopWsdl('a.xsd?token=geheim'), '/a.xsd?token=geheim': shopSchema() });
    expect((await project.run('pull', `${base}/s.wsdl?token=geheim`, 'other')).status).toBe(0);
    expect(JSON.stringify(project.tree())).not.toContain('geheim"');
    expect(project.read('other/codegen.origin.json')).not.toContain('geheim');
    expect((await project.run('pull', '--update', 'other')).codes).toEqual(['pull/secret-address']);
  });
});
