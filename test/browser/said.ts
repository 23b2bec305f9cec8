/**
 * What the pages of a failed test said. The report of a test names what it missed, not what was there instead, and no
 * trace is kept (it would hold what was typed): without these lines a failure that comes once in a hundred runs is a riddle.
 */
import type { BrowserContext, Frame, TestInfo } from '@playwright/test';

const TIMEOUT_MS = 3_000;

/** For an `auto` fixture of a test's context: prints, when the test has failed, a line for each frame of each page. */
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
  // Nobody types a card into these places; should it ever stand there, this is not where to find it.
  return `${where}: ${said}`.replace(/\d{12,}/g, '(digits)');
}

/** Headings, what a screen reader would be told, which fields are wrong and where the caret is; never what was typed. */
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
