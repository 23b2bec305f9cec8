/** True for the paths of the back office. */
export function isOfficePath(path: string): boolean {
  return /^\/backoffice(\/|$)/.test(path);
}
