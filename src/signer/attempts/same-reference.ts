/**
 * The form in which references are compared and looked up: a system between signer and service may
 * pad them or change their case. The signer's own are made in this form.
 */
export function plainReference(reference: string | undefined): string {
  return reference?.trim().toLowerCase() ?? '';
}

/** Whether a reference in an answer is that of an attempt. */
export function isSameReference(reference: string | undefined, own: string): boolean {
  return plainReference(reference) === plainReference(own);
}
