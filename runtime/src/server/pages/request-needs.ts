import type { RequestNeeds, RequestProtection } from '../../soap/extension.js';
import type { Endpoint } from '../routes/endpoint.js';

/** What requests to an endpoint need of all its extensions. */
export function needsOf({ extensions }: Pick<Endpoint, 'extensions'>): RequestNeeds {
  const all = extensions?.needs ?? [];
  return {
    user: all.some(({ user }) => user === true),
    digest: all.every(({ digest }) => digest !== false),
    timestamp: all.some(({ timestamp }) => timestamp === true),
    protection: [...new Set(all.flatMap(({ protection = [] }) => protection))],
  };
}

const names: Readonly<Record<RequestProtection, string>> = {
  signature: 'a signature',
  encryption: 'encryption',
  assertion: 'a SAML assertion',
};

/** What requests need and a page cannot make, such as "a signature and encryption"; `''` if there is nothing of it. */
export function unmakeable({ protection = [] }: RequestNeeds): string {
  return listed(protection.map((each) => names[each]));
}

/** A sentence with what requests need, as a paragraph with what else is to say then; none if they need nothing. */
export function needsParagraph(needs: RequestNeeds, more = ''): readonly string[] {
  const all = [
    ...(needs.user === true ? ['a user name token'] : []),
    ...(needs.timestamp === true ? ['a timestamp'] : []),
    ...(needs.protection ?? []).map((each) => names[each]),
  ];
  return all.length === 0 ? [] : [`<p>Requests need ${listed(all)} (WS-Security).${more}</p>`];
}

function listed(items: readonly string[]): string {
  return items.join(', ').replace(/, (?!.*,)/, ' and ');
}
