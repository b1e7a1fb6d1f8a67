import { main } from '../../generator/cli.js';
import type { Terminal } from '../../generator/commands/terminal.js';
import { siteAddress } from '../../generator/config/packaged-file.js';
import { wantsLinks } from '../../generator/diagnostics/format.js';
import { textOf } from '../support/repository.js';
import { TestProject } from '../support/test-project.js';

/** A release knows where the site is, which has a page for each diagnostic: these are runs of one that does. */
const site = 'https://docs.example/codegen/';
const missing = `${site}diagnostics/source/missing-file.html`;

let project: TestProject;
beforeAll(() => {
  project = new TestProject();
  project.write('bad.xml', '<id>x</id>');
  project.write(
    'id.xsd',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="id" type="xs:int"/></xs:schema>',
  );
});
afterAll(() => project.remove());

async function said(args: readonly string[], more: Partial<Terminal> = { site }): Promise<{ out: string; err: string }> {
  let [out, err] = ['', ''];
  await main(args, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isInteractive: false,
    environment: {},
    workingFolder: project.folder,
    ...more,
  });
  return { out, err };
}

const generate = ['generate', 'a.wsdl', 'b.wsdl', '--out', 'out'];

describe('the address of a diagnostic', () => {
  it('is a line below the first one of its code', async () => {
    const { err } = await said(generate);
    expect(err.match(/source\/missing-file:/g)).toHaveLength(2);
    expect(err.match(/^ {2}see: .*$/gm)).toEqual([`  see: ${missing}`]);
  });

  it('is where the code leads, on terminals that show links', async () => {
    const environment = { TERM: 'xterm-kitty', NO_COLOR: '1' };
    const { err } = await said(generate, { site, environment, isInteractive: true });
    const link = `\u001b]8;;${missing}\u001b\\source/missing-file\u001b]8;;\u001b\\`;
    expect(err.split(`error ${link}: `)).toHaveLength(3);
    expect(err).not.toContain('see:');
  });

  it('is in JSON and SARIF', async () => {
    const of = (text: string): unknown => JSON.parse(text).diagnostics;
    const url = `${site}diagnostics/document/invalid.html`;
    const validate = ['validate', 'bad.xml', '--schema', 'id.xsd'];
    expect(of((await said([...validate, '--json'])).out)).toMatchObject([{ code: 'document/invalid', url }]);
    expect(of((await said(['inspect', '--json'])).out)).toMatchObject([{ url: expect.stringContaining(site) }]);
    expect(JSON.parse((await said(['mock', 'a.wsdl', '--json'])).out)).toMatchObject({ diagnostics: [{ url: missing }] });
    const { runs } = JSON.parse((await said([...validate, '--sarif'])).out);
    expect(runs[0].tool.driver).toMatchObject({ informationUri: site, rules: [{ id: 'document/invalid', helpUri: url }] });
  });

  it('is nowhere as long as nobody knows where the site is', async () => {
    const link = { environment: { FORCE_HYPERLINK: '1' } };
    for (const args of [generate, [...generate, '--json'], ['validate', 'bad.xml', '--schema', 'id.xsd', '--sarif']]) {
      const { out, err } = await said(args, link);
      expect(out + err).not.toMatch(/"url"|helpUri|informationUri|see:|\u001b/);
    }
  });

  it('begins with the homepage of our package.json', () => {
    const { homepage } = JSON.parse(textOf('package.json')) as { readonly homepage?: string };
    expect(siteAddress()).toBe(homepage?.replace(/\/*$/, '/'));
  });
});

it.each<readonly [boolean, Readonly<Record<string, string>>]>([
  [true, { TERM_PROGRAM: 'vscode' }],
  [true, { WT_SESSION: 'a' }],
  [true, { VTE_VERSION: '7600' }],
  [false, { VTE_VERSION: '5000' }],
  [false, { TERM: 'xterm-256color' }],
  [false, { TERM: 'tmux-256color', TERM_PROGRAM: 'vscode' }],
  [false, { TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }],
])('that a terminal shows links is %s for %j', (expected, environment) => {
  expect(wantsLinks(true, environment)).toBe(expected);
  expect(wantsLinks(false, environment)).toBe(false);
  expect(wantsLinks(false, { ...environment, FORCE_HYPERLINK: '1' })).toBe(true);
});
