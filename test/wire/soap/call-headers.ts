/** All ways to name the operation of a call, for an envelope of each version. docs/wire/soap.md sections 1 and 5. */
export interface CallInSomeWay {
  readonly version: '1.1' | '1.2';
  readonly operation: string;
  /** Encoding of the message; null for no declaration. */
  readonly charset: string | null;
  /** Selects the way: any integer. */
  readonly way: number;
}

export function headersInSomeWay({ version, operation, charset, way }: CallInSomeWay): Record<string, string> {
  const action = `urn:Eve_1_4_4/${operation}`;
  const parameter = charset === null ? '' : `; charset=${way % 2 === 0 ? charset : `"${charset.toUpperCase()}"`}`;
  if (version === '1.1') {
    const soapActions = [{ soapaction: `"${action}"` }, { soapaction: action }, {}] as const;
    return { 'content-type': `text/xml${parameter}`, ...soapActions[way % 3] };
  }
  const types: readonly Record<string, string>[] = [
    { 'content-type': `application/soap+xml${parameter}` },
    { 'content-type': `application/soap+xml${parameter}; action="${action}"` },
    { 'content-type': `text/xml${parameter}`, soapaction: `"${action}"` },
  ];
  return { ...types[way % 3] };
}
