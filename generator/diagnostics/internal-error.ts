/** A bug of the generator, never a mistake in its input: the command asks for a report and exits with 70. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}
