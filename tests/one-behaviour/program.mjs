/** The program that every host runs: all cases, one after the other. */
import { answers } from './cases/answers.mjs';
import { behaviour } from './cases/behaviour.mjs';
import { demandCases } from './cases/demands.mjs';
import { documentCases } from './cases/documents.mjs';
import { encryption } from './cases/encryption.mjs';
import { frontDoors } from './cases/front-doors.mjs';
import { jsonMessages } from './cases/json-messages.mjs';
import { options } from './cases/options.mjs';
import { requests } from './cases/requests.mjs';
import { rootCases } from './cases/roots.mjs';
import { servers } from './cases/servers.mjs';
import { signatures } from './cases/signatures.mjs';
import { signedMessages } from './cases/signed-messages.mjs';
import { streams } from './cases/streams.mjs';
import { tokens } from './cases/tokens.mjs';
import { transports } from './cases/transports.mjs';
import { trust } from './cases/trust.mjs';
import { wrongAnswers } from './cases/wrong-answers.mjs';
import { attempt, errorClasses } from './kit.mjs';

const cases = {
  ...answers,
  ...wrongAnswers,
  ...requests,
  ...options,
  ...behaviour,
  ...documentCases,
  ...rootCases,
  ...jsonMessages,
  ...encryption,
  ...signatures,
  ...trust,
  ...demandCases,
  ...signedMessages,
  ...streams,
  ...tokens,
  ...servers,
  ...frontDoors,
  ...transports,
};

/** A case that hangs is an outcome, too. */
const longestMs = 10_000;

/** The outcomes of the cases by name. `where` has the addresses of the peer; those that are in outcomes are replaced. */
export async function run(where, named = '') {
  const outcomes = {};
  for (const [name, act] of Object.entries(cases)) {
    if (name.includes(named)) {
      outcomes[name] = withoutAddresses(await settled(() => act(where)), where);
    }
  }
  const text = JSON.stringify(outcomes);
  outcomes['classes of errors without a case'] = errorClasses
    .map(([name]) => name)
    .filter((name) => !text.includes(`"name":"${name}"`));
  return outcomes;
}

async function settled(act) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('did not end'), longestMs);
  });
  try {
    return await Promise.race([act().catch((error) => attempt(() => Promise.reject(error))), late]);
  } finally {
    clearTimeout(timer);
  }
}

function withoutAddresses(outcome, where) {
  let text = JSON.stringify(outcome) ?? 'null';
  for (const [name, address] of Object.entries(where)) {
    text = text
      .replaceAll(address, `http://${name}.example`)
      .replaceAll(address.replace('http://', ''), `${name}.example`);
  }
  return JSON.parse(text);
}
