import type { MessageDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import type { XmlOutput } from '../xml/writer.js';
import { writeAround } from './envelope.js';
import type { OutgoingMessage } from './outgoing.js';
import type { SoapVersionFacts } from './version.js';

/** The envelope around a Body whose content a function writes. */
export type BodyFrame = (writeBody: (output: XmlOutput) => void) => Pick<OutgoingMessage, 'before' | 'after' | 'write'>;

/** How the envelopes of an operation without header blocks are written; `prefixes` are those that a client chooses. */
export type BodyFrames = (
  version: SoapVersionFacts,
  message: MessageDescriptor,
  binding: SoapBindingDescriptor,
  prefixes: object | undefined,
) => BodyFrame;

/** Envelopes that are written as the Body is. */
export const writtenFrame: BodyFrames = (version) => (writeBody) => ({
  before: '',
  after: '',
  write: (output) => writeAround(output, version, writeBody),
});
