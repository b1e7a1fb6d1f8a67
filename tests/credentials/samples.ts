import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { programsOf } from '../docs/fences.js';
import { repository, textOf } from '../support/repository.js';

/** A program of the documentation or an example. */
export interface Sample {
  /** Its page with the heading above it, or its file. */
  readonly name: string;
  readonly text: string;
}

/** What a program contains that answers calls, and what one contains that has to do with who calls. */
const server =
  /createServer\(|ServerInterceptor|ServiceContext|nodeListener|mountOnSoap|authorizeConnection|\bcontext\b/;
const credentials =
  /authorization|password|token|api.?key|principal|credential|cookie|session\b|checkSecurity|\bverify\b/i;

/** Every program for a server that has to do with credentials. */
export function credentialSamples(): readonly Sample[] {
  return samples().filter(({ text }) => server.test(text) && credentials.test(text));
}

function samples(): readonly Sample[] {
  const pages = ['README.md', 'SECURITY.md', ...filesIn('docs', /\.md$/), ...filesIn('examples', /\.md$/)];
  const files = filesIn('examples', /\.[cm]?[jt]sx?$/);
  return [...pages.flatMap(samplesOf), ...files.map((name) => ({ name, text: textOf(name) }))];
}

function filesIn(folder: string, form: RegExp): readonly string[] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => form.test(name) && !/\/(dist|node_modules)\//.test(name))
    .sort();
}

/** The programs of a page; the second one under a heading has a number. */
function samplesOf(page: string): readonly Sample[] {
  const markdown = textOf(page);
  const lines = markdown.split('\n');
  const counts = new Map<string, number>();
  return programsOf(markdown).map(({ line, text }) => {
    const heading = lines.slice(0, line).findLast((each) => /^#+ [A-Z]/.test(each)) ?? '';
    const name = `${page} ${heading.replace(/^#+ /, '')}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { name: count === 1 ? name : `${name} (${count})`, text };
  });
}
