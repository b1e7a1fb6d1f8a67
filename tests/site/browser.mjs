/** What tests of the site share: a browser, the requests of a page with its workers, and axe. */
import { readFileSync } from 'node:fs';
import { findChromium } from '../browser/chromium.mjs';

const path = findChromium();
if (path === undefined && process.env.CI !== undefined) {
  throw new Error('Chromium is not installed: apt-get install chromium');
}

/** The browser; undefined where there is none. */
export const chromium = path;
/** Options of a test that needs the browser. */
export const inBrowser = {
  skip: path === undefined ? 'Chromium is not installed (Debian: apt-get install chromium)' : false,
};

const axe = readFileSync(new URL('../../site/node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** What axe finds in a page, each in a line. */
export async function findingsOfAxe(page) {
  await page.evaluate(`${axe}; undefined`);
  const found = await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))",
  );
  return found;
}

/** Addresses that pages and workers ask for from now on; those of data and of memory are none. `inWorker` gives the value of an expression in the newest worker. */
export async function watchRequests({ connection }, page) {
  const requests = [];
  const workers = [];
  connection.listen(({ method, params, sessionId }) => {
    if (method === 'Network.requestWillBeSent' && !/^(?:data|blob):/.test(params.request.url)) {
      requests.push(params.request.url);
    } else if (method === 'Network.webSocketCreated') {
      requests.push(params.url);
    } else if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'worker') {
      workers.push(params.sessionId);
      connection.send('Network.enable', {}, params.sessionId).catch(() => {});
    }
    return sessionId;
  });
  await page.call('Network.enable', {});
  await page.call('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  const inWorker = async (expression) => {
    const given = { expression, awaitPromise: true, returnByValue: true };
    const { result } = await connection.send('Runtime.evaluate', given, workers.at(-1));
    return result.value;
  };
  return { requests, inWorker };
}
