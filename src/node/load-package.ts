/** Loads a package that not every user installs, when it is first needed. */
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/**
 * @param purpose what needs the package, for the message
 * @throws Error that says what to install
 */
export function loadPackage(name: string, purpose: string): unknown {
  try {
    return load(name);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new Error(`${purpose} needs the package ${name} (npm install ${name}), which does not load: ${reason}`, {
      cause: error,
    });
  }
}
