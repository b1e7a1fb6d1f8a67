import { noExcerpts } from '../no-excerpts.js';
import type { CallMasker, MaskedCall, MaskOption } from './call-masker.js';
import { cover } from './find.js';
import type { CallMaskerSource } from './masker-source.js';
import { sentSecrets } from './sent-secrets.js';
import { type IsSecret, secretNames } from './small-names.js';
import { hideInCause, hideInData } from './small-values.js';

/**
 * The masking of clients where the size of a program counts: in browsers and workers. Errors show nothing of the bodies and little of the headers there, so
 * that only what a service says about a call is searched: for the credentials that the call sent.
 */

/** Code units of a text that are shown. */
const maxText = 32_768;
/** Letters and digits in sequence that tell a credential from other texts, and as many of them as are looked for. */
const tellingRun = 8;
const maxRun = 16;

/** The masking of a client. Without an option known names are secret; with `false` none is. */
export function clientMasking(option: MaskOption = {}): CallMaskerSource {
  const isSecret = option === false ? () => false : secretNames(option);
  return {
    option,
    excerpts: noExcerpts,
    common: maskerOf({}, isSecret),
    of: (call) => maskerOf(call, isSecret),
  };
}

function maskerOf({ request }: Partial<MaskedCall>, isSecret: IsSecret): CallMasker {
  let secrets: readonly string[] | undefined;
  const text = (given: string): string => {
    secrets ??= request === undefined ? [] : sentSecrets(request, isSecret);
    const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, cover), given.slice(0, maxText));
    const isHidden = request?.stream !== undefined || secrets.some((secret) => isRepeated(secret, shown));
    return isHidden ? cover : shown;
  };
  return {
    text,
    isSecretHeader: isSecret,
    beginning: () => '',
    address: (address) => text(address.replace(/^([a-z]+:\/\/)?.*@/is, `$1${cover}@`).replace(/[?#].*/s, '')),
    value: (value) => hideInCause(value, text, isSecret),
    fault: ({ version, kind, faultName, ...fault }) => ({
      ...(hideInData(fault, text) as typeof fault),
      version,
      kind,
      faultName,
    }),
  };
}

/** True for a text that may repeat a credential in another form, or its beginning: escapes leave Latin letters and digits as they are. */
function isRepeated(secret: string, text: string): boolean {
  const runs = secret.match(/[a-z\d]{4,}/gi) ?? [];
  const found = runs.filter((run) => text.includes(run.slice(0, maxRun)));
  return found.some(({ length }) => length >= tellingRun) || (found.length > 0 && found.length === runs.length);
}
