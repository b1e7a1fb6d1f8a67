/**
 * The pages of the site, made of the Markdown files of the repository: those of `docs/`, what they link to, and one page for each diagnostic. The files stay as they are for
 * readers on GitHub; here their links become those of the site.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The groups of pages in `docs/` in the order in which the site shows them. `folder/*` is every page of a folder that is not named by itself; the pages of `later` get their
 * place when somebody has written them.
 */
const navigation = JSON.parse(readFileSync(new URL('navigation.json', import.meta.url), 'utf8'));

/** Names of the pages that are not in `docs/`. */
const others = [
  ['README.md', 'index.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['SECURITY.md', 'security.md'],
  ['bench/README.md', 'benchmarks.md'],
  ['examples/README.md', 'examples/index.md'],
];

/** Pages by their path in the site, with the file that each is made of: text, title, and its first sentence. */
export function sitePages() {
  const files = new Map([
    ...others,
    ...markdownBelow('docs').map((file) => [file, indexed(file.slice('docs/'.length))]),
    ...['packages', 'examples'].flatMap((folder) =>
      readmesIn(folder).map((file) => [file, posix.join(folder, `${posix.basename(posix.dirname(file))}.md`)]),
    ),
  ]);
  const pages = new Map();
  const sources = sourcePages();
  const placeOf = (path) => files.get(path) ?? files.get(posix.join(path, 'README.md')) ?? sources.placeOf(path);
  for (const [file, path] of files) {
    const text = textOf(file);
    pages.set(path, { file, title: titleOf(text), text: withSiteLinks(text, file, placeOf) });
  }
  for (const [path, page] of sources.pages) {
    pages.set(path, page);
  }
  for (const [path, page] of diagnosticPages(pages.get('diagnostics.md').text)) {
    pages.set(path, page);
  }
  return pages;
}

/**
 * Pages of what other pages name and what is no page: files and folders of `examples/`, and the licence. Each shows its texts. They are made when `placeOf` is asked for
 * them.
 */
function sourcePages() {
  const known = [...tracked('examples').filter((file) => !file.endsWith('.md')), 'LICENSE'];
  const pages = new Map();
  const placeOf = (path) => {
    const own = known.filter((file) => file === path || file.startsWith(`${path}/`));
    if (own.length === 0) {
      return path === 'site/playground' ? 'playground/' : undefined;
    }
    // What begins with a dot is no page for the theme.
    const place = `${path.toLowerCase().replaceAll('/.', '/')}.md`;
    const blocks = own.map((file) => `${file === path ? '' : `## ${file.slice(path.length + 1)}\n\n`}${shown(file)}`);
    pages.set(place, { file: path, title: path, text: `# \`${path}\`\n\n${blocks.join('\n')}`, isSource: true });
    return place;
  };
  return { pages, placeOf };
}

/** A file as a block of code. */
function shown(file) {
  const [extension] = /\w+$/.exec(file);
  const language = ['ts', 'js', 'json', 'yml', 'yaml', 'xml'].find((name) => name === extension) ?? 'text';
  return `\`\`\`${language}\n${textOf(file).trimEnd()}\n\`\`\`\n`;
}

function textOf(file) {
  return readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
}

/** The pages of `docs/`, by their paths there. */
function docsPages() {
  return markdownBelow('docs').map((file) => file.slice('docs/'.length));
}

/** The groups of the navigation with the pages that are there, as paths in the site. */
export function navigationGroups() {
  const pages = docsPages();
  const named = new Set(navigation.groups.flatMap((group) => group.pages));
  const placed = (page) =>
    page.endsWith('/*')
      ? pages.filter((each) => each.startsWith(page.slice(0, -1)) && !named.has(each))
      : pages.filter((each) => each === page);
  return navigation.groups.map(({ text, pages: wanted }) => ({ text, pages: wanted.flatMap(placed).map(indexed) }));
}

/** Where a page of `docs/` is in the site. */
function indexed(page) {
  return page.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Files of `docs/` that are not Markdown, such as pictures. */
export function docsAssets() {
  return tracked('docs').filter((file) => !file.endsWith('.md'));
}

/** The anchor of a heading, as GitHub makes it: the links in the files rely on it. */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** Where the sections of the guide are since each has a page: pages by the anchors that old links have. */
export function movedSections(pages) {
  const moved = {};
  for (const [path, { text }] of pages) {
    if (path.startsWith('guide/')) {
      for (const [, heading] of outsideBlocks(text).matchAll(/^#{1,4} (.+)$/gm)) {
        moved[anchorOf(heading)] ??= path.replace(/\.md$/, '.html');
      }
    }
  }
  return moved;
}

function outsideBlocks(text) {
  return text.replace(/^ *(```|~~~)[\s\S]*?^ *\1 *$/gm, '');
}

function markdownBelow(folder) {
  return tracked(folder).filter((file) => file.endsWith('.md'));
}

/** Files that git knows, or would take in. */
function tracked(folder) {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(list.split('\n'))].filter((file) => file !== '' && existsSync(join(root, file))).sort();
}

function readmesIn(folder) {
  return readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}/README.md`)
    .filter((file) => existsSync(join(root, file)));
}

function titleOf(text) {
  return (/^# (.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');
}

/** Text outside of code, changed. */
function outsideCode(text, change) {
  return text
    .split(/(^ *(?:```|~~~)[\s\S]*?^ *(?:```|~~~) *$|`[^`\n]+`)/m)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('');
}

/** Links to files of the repository become links of the site; those to files that the site does not have become their texts, with the path. */
function withSiteLinks(text, file, placeOf) {
  const siteTarget = (target) => {
    const [path, anchor = ''] = target.split(/(?=#)/);
    const inRepository = posix.join(posix.dirname(file), path).replace(/\/$/, '');
    const page = placeOf(inRepository);
    if (page !== undefined) {
      return `/${page}${anchor}`;
    }
    return inRepository.startsWith('docs/') ? `/${inRepository.slice('docs/'.length)}` : undefined;
  };
  const isRelative = (target) => !/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(target);
  // A link's text may have code, so only the end of the link is outside of it.
  const linked = text.split(/(^ *(?:```|~~~)[\s\S]*?^ *(?:```|~~~) *$)/m).map((part, i) =>
    i % 2 === 1
      ? part
      : part
          .replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g, (whole, picture, label, target) => {
            if (!isRelative(target)) {
              return whole;
            }
            const place = siteTarget(target);
            const path = posix.join(posix.dirname(file), target);
            return place === undefined
              ? label.replaceAll('`', '') === path
                ? label
                : `${label} (\`${path}\`)`
              : `${picture}[${label}](${place})`;
          })
          .replace(/\b(src|srcset)="([^"]+)"/g, (whole, name, target) =>
            isRelative(target) ? `${name}="${siteTarget(target) ?? target}"` : whole,
          ),
  );
  return linked.join('');
}

/** A page for each section of the page of diagnostics: its address stays as long as the code. */
function diagnosticPages(text) {
  const pages = [];
  let group = '';
  for (const section of text.split(/^(?=##{1,2} )/m)) {
    const [, heading] = /^## (.+)$/m.exec(section) ?? [];
    group = heading ?? group;
    const [, code, rest = ''] = /^### `([^`]+)`\n([\s\S]*)$/.exec(section) ?? [];
    if (code !== undefined) {
      const up = `[${group}](/diagnostics.md#${anchorOf(group)}) · [All diagnostics](/diagnostics.md)`;
      pages.push([
        `diagnostics/${code}.md`,
        { file: 'docs/diagnostics.md', title: code, text: `# \`${code}\`\n\n${rest.trim()}\n\n${up}\n` },
      ]);
    }
  }
  return pages;
}

/** The first sentence about a page, as text: none of code or of a section, nor a word for itself, nor who wrote the page. */
export function summaryOf(text, title) {
  const paragraphs = outsideBlocks(text)
    .split(/^## /m)[0]
    .split(/\n{2,}/);
  const about = paragraphs
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => /^[\p{L}*`[]/u.test(paragraph) && !/^\[[^\]]*\]\([^)]*\)$/.test(paragraph))
    .map((paragraph) =>
      paragraph.replace(/^(?:The entry `[^`]+`|For maintainers): (.)/, (_, letter) => letter.toUpperCase()),
    );
  if (about.length === 0) {
    return `The exports of ${title}.`;
  }
  const plain = about[0]
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ');
  const sentences = plain.match(/.+?[.!?](?= |$)|.+$/g).map((sentence) => sentence.trim());
  const first = sentences.find((each) => each.split(' ').length > 2 && !each.startsWith('Written by')) ?? sentences[0];
  return first.replace(/:$/, '.');
}

/** The text of a page with links that are relative to it, as files beside each other have them. */
export function withRelativeLinks(text, page) {
  const relative = (target) => posix.relative(posix.dirname(page), target) || posix.basename(target);
  return outsideCode(text, (part) =>
    part.replace(/(\]\(|\b(?:src|srcset)=")\/([^()\s#"]+)/g, (_, before, target) => `${before}${relative(target)}`),
  );
}
