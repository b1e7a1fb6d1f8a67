/** As `everyBody`, for hosts that give no streams, such as React Native: in one piece, of which some versions have only the text. */
export function smallBody(response: Response): readonly Promise<Uint8Array>[] {
  const spare = response.clone();
  const encode = async (): Promise<Uint8Array> => new TextEncoder().encode(await spare.text());
  return [response.arrayBuffer().then((bytes) => new Uint8Array(bytes), encode)];
}
