import type { Paths } from './places.js';

/** Paths of texts in memory and within packages: steps with `/` between them, the same on every system. */
export const slashPaths: Paths = {
  dirname: (file) => /^\/?(?=[^/]*$)|^.*(?=\/)/s.exec(file)?.[0] ?? '',
  resolve: (folder, path) => withoutDots(path.startsWith('/') || folder === '' ? path : `${folder}/${path}`),
  placeOfUrl: (url) => {
    try {
      const { host, pathname } = new URL(url);
      return host === '' ? { kind: 'file', path: decodeURIComponent(pathname) } : { kind: 'bad' };
    } catch {
      return { kind: 'bad' };
    }
  },
};

/** Steps out of the topmost folder lead to it, as in addresses. */
function withoutDots(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') {
      steps.pop();
    } else if (step !== '' && step !== '.') {
      steps.push(step);
    }
  }
  return (path.startsWith('/') ? '/' : '') + steps.join('/');
}
