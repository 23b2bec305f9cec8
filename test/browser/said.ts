/**
 * Prints what the pages of a failed test showed. The test report names what was missing, not what
 * was shown instead, and traces are off because they would contain typed text. Without these lines
 * a rare failure cannot be explained.
 */
import type { BrowserContext, Frame, TestInfo } from '@playwright/test';

const TIMEOUT_MS = 3_000;

/**
 * For an `auto` fixture of a test's context: after a failure, prints a line for each frame of each
 * page.
 */
export async function saidWhenFailed(
  { context }: { context: BrowserContext },
  use: () => Promise<void>,
  info: TestInfo,
): Promise<void> {
  await use();
  if (info.status === info.expectedStatus) return;
  const frames = context.pages().flatMap((page) => page.frames());
  const said = await Promise.all(frames.map(saidBy));
  console.error(['', `said in "${info.title}":`, ...said].join('\n  '));
}

async function saidBy(frame: Frame): Promise<string> {
  const where = frame.url().replace(/\?.*/, '');
  const late = new Promise<string>((resolve) => void setTimeout(resolve, TIMEOUT_MS, 'no answer').unref());
  const said = await Promise.race([frame.evaluate(readAloud).catch(String), late]);
  // No card is typed into these places, but digits are removed in any case.
  return `${where}: ${said}`.replace(/\d{12,}/g, '(digits)');
}

/** Headings, announcements, invalid fields and the focus; never typed text. */
function readAloud(): string {
  const lines: string[] = [];
  const read = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.matches('[aria-invalid=true]')) lines.push(`wrong: ${element.id}`);
      const text = element.matches('h1, [role=status], [role=alert]') ? element.innerText.trim() : '';
      if (text) lines.push(`${element.getAttribute('role') ?? element.localName}: ${text}`);
      if (element === root.activeElement && !element.shadowRoot)
        lines.push(`focus: ${element.localName}#${element.id}`);
      if (element.shadowRoot) read(element.shadowRoot);
    }
  };
  read(document);
  return lines.join(' | ').replace(/\s+/g, ' ');
}
