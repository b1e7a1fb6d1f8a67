/** The value of a message out of the object that holds attachments too; see `MessageDescriptor.property`. */
export function besideAttachments(whole: unknown, property: string): unknown {
  return typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>)[property] : undefined;
}
