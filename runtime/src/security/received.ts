import type { ReceivedHeaderBlock } from '../soap/extension.js';
import { elementsOf, type XmlElement } from '../xml/interfaces/tree.js';
import { wsse, wsu } from './names.js';

/** What a message is refused for (SOAP Message Security 1.1, 12). */
export type SecurityProblem =
  | 'UnsupportedSecurityToken'
  | 'UnsupportedAlgorithm'
  | 'InvalidSecurity'
  | 'InvalidSecurityToken'
  | 'FailedAuthentication'
  | 'FailedCheck'
  | 'MessageExpired';

/** A refusal before it is a fault, or the error of a client: the cause is for the receiver's own log, and says nothing that was in the message. */
export class SecurityRefusal extends Error {
  override readonly name = 'SecurityRefusal';
  readonly problem: SecurityProblem;

  constructor(problem: SecurityProblem, why: string, options?: ErrorOptions) {
    super(why, options);
    this.problem = problem;
  }
}

/** The parts of a security header block that are read. */
export interface ReceivedSecurity {
  readonly timestamp: XmlElement | undefined;
  readonly usernameToken: XmlElement | undefined;
}

/** The parts of the security header blocks of a request. Throws `SecurityRefusal` for what cannot be processed. */
export function receivedSecurity(blocks: readonly ReceivedHeaderBlock[]): ReceivedSecurity {
  const [block] = blocks;
  if (block === undefined) {
    return { timestamp: undefined, usernameToken: undefined };
  }
  if (blocks.length > 1) {
    throw new SecurityRefusal('InvalidSecurity', 'There are two security header blocks for the service.');
  }
  const elements = elementsOf(block.tree);
  const timestamps = elements.filter((each) => each.namespace === wsu && each.name === 'Timestamp');
  const tokens = elements.filter((each) => each.namespace === wsse && each.name === 'UsernameToken');
  if (timestamps.length > 1 || tokens.length > 1) {
    throw new SecurityRefusal('InvalidSecurity', 'The security header block has two parts of a kind.');
  }
  if (block.mustUnderstand && timestamps.length + tokens.length < elements.length) {
    throw new SecurityRefusal(
      'UnsupportedSecurityToken',
      'The security header block has to be understood, and has parts that are not.',
    );
  }
  return { timestamp: timestamps[0], usernameToken: tokens[0] };
}

/** The timestamp of an answer, whatever else is in its security header blocks. Throws `SecurityRefusal` if there are several. */
export function receivedTimestamp(blocks: readonly ReceivedHeaderBlock[]): XmlElement | undefined {
  const [first, second] = blocks
    .flatMap(({ tree }) => elementsOf(tree))
    .filter((each) => each.namespace === wsu && each.name === 'Timestamp');
  if (second !== undefined) {
    throw new SecurityRefusal('InvalidSecurity', 'The answer has two timestamps.');
  }
  return first;
}

/**
 * Text of the only child element of a name, with its white space; undefined if there is none. Throws `SecurityRefusal` if there are several, or it is longer than it may
 * be, or has elements in it, which other readers may read in another way.
 */
export function onlyText(parent: XmlElement, namespace: string, name: string, maxLength: number): string | undefined {
  const [child, second] = elementsOf(parent).filter((each) => each.namespace === namespace && each.name === name);
  if (second !== undefined) {
    throw new SecurityRefusal('InvalidSecurity', `There are two ${name} in one ${parent.name}.`);
  }
  if (child?.children.some((each) => typeof each !== 'string')) {
    throw new SecurityRefusal('InvalidSecurity', `The ${name} has elements in it.`);
  }
  const text = child?.children.join('');
  if (text !== undefined && text.length > maxLength) {
    throw new SecurityRefusal('InvalidSecurity', `The ${name} is too long.`);
  }
  return text;
}

/** As `onlyText`, without white space around it. */
export function trimmedText(
  parent: XmlElement,
  namespace: string,
  name: string,
  maxLength: number,
): string | undefined {
  return onlyText(parent, namespace, name, maxLength)?.trim();
}
