/** True for the paths of the back office. */
export function isOfficePath(_request: Request, path: string): boolean {
  return /^\/backoffice(\/|$)/.test(path);
}
