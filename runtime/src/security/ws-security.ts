import {
  callback,
  either,
  flag,
  having,
  listOf,
  type OptionKinds,
  object,
  requireOptions,
  text,
} from '../base/options.js';
import { SoapFormatError, type SoapHeaderBlock } from '../soap/envelope.js';
import type { ReceivedHeaderBlock, SoapHeaderExtension } from '../soap/extension.js';
import { type AgeLimits, ageLimitKinds, checkTimestamp, freshnessAt } from './check-timestamp.js';
import { securityElement, wsse } from './names.js';
import type { SecurityPart } from './parts.js';
import { receivedTimestamp, SecurityRefusal } from './received.js';

/** How a client checks the timestamps of answers. */
export interface AnswerTimestamps extends AgeLimits {
  /** True if answers need a timestamp that says when they were made. Default false: one that is there is checked. */
  readonly required?: boolean;
}

/** Options of `wsSecurity`. */
export interface WsSecurityOptions {
  /** The parts of the header block, in their order: `timestamp()`, `usernameToken(…)`. */
  readonly parts: readonly SecurityPart[];
  /** Mark the block so that services that do not know it refuse the call. Default false. */
  readonly mustUnderstand?: boolean;
  /** SOAP 1.1 actor or SOAP 1.2 role that the block is for. Default: the service itself. */
  readonly actor?: string;
  /**
   * Checks the timestamps of answers: `true`, or limits. An answer that is too old, or from the future, rejects the call with `UnexpectedMessageError` and the problem
   * `expired`; one whose timestamp is missing or not readable with `security`. Faults are not checked. Default false.
   */
  readonly checkTimestamp?: boolean | AnswerTimestamps;
  /** The time of the service, where it is another one than that of this machine, as with cameras. Default: the machine's. */
  readonly clock?: () => Date;
}

const kinds: OptionKinds<WsSecurityOptions> = {
  parts: { ...listOf(having('', 'write')), expected: 'an array of parts' },
  mustUnderstand: flag,
  actor: text,
  checkTimestamp: either('true, false or limits', flag, object),
  clock: callback,
};
const answerKinds: OptionKinds<AnswerTimestamps> = { required: flag, ...ageLimitKinds };

/**
 * Sends a `wsse:Security` header block with each request of a client, new for each attempt: `extensions: [wsSecurity({ parts: [timestamp(), usernameToken(user, password)] })]`.
 * Answers may have such a block, too; of it only the timestamp is checked, with the option `checkTimestamp`. Throws `TypeError` for options that do not exist or have another
 * kind.
 */
export function wsSecurity(options: WsSecurityOptions): SoapHeaderExtension {
  requireOptions('wsSecurity', options, kinds, ['parts']);
  const { parts, mustUnderstand = false, actor, checkTimestamp: check = false, clock = () => new Date() } = options;
  if (typeof check === 'object') {
    requireOptions('checkTimestamp', check, answerKinds);
  }
  return {
    understands: [{ namespace: wsse, name: 'Security' }],
    write: async ({ side, extensions }): Promise<readonly SoapHeaderBlock[]> => {
      if (side === 'server') {
        return [];
      }
      const now = clock();
      const children = await Promise.all(parts.map((part) => part.write(now, extensions)));
      const tree = securityElement(wsse, 'Security', children);
      return [{ tree, mustUnderstand, ...(actor !== undefined && { actor }) }];
    },
    read: (blocks, { side, message }) => {
      if (check !== false && side === 'client' && message === 'answer') {
        checkAnswer(blocks, clock(), check === true ? {} : check);
      }
    },
  };
}

function checkAnswer(blocks: readonly ReceivedHeaderBlock[], now: Date, limits: AnswerTimestamps): void {
  try {
    const timestamp = receivedTimestamp(blocks);
    if (timestamp !== undefined) {
      checkTimestamp(timestamp, freshnessAt(now, limits), limits.required === true);
    } else if (limits.required === true) {
      throw new SecurityRefusal('InvalidSecurity', 'The answer has no timestamp.');
    }
  } catch (error) {
    throw error instanceof SecurityRefusal
      ? new SoapFormatError(error.problem === 'MessageExpired' ? 'expired' : 'security', error.message)
      : error;
  }
}
