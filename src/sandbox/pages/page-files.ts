/** Files of the pages. Their names contain a content hash, so browsers can cache them for ever. */
import { sha256Of } from '../hex.js';
import type { SandboxSettings } from '../settings.js';
import { PAGE_CSS } from './page-css.js';
import { TEST_CARDS_PAGE, testCardsPage } from './test-cards-page.js';

export interface PageFiles {
  readonly style: string;
  /** Null without a built script: the pages then work as plain forms. */
  readonly script: string | null;
  readonly testCards: string;
}

export interface ServedFiles {
  readonly files: PageFiles;
  readonly find: (path: string) => Response | undefined;
}

const FOLDER = '/pay/_files/';
const SHORT = 16;

/** The start of a text's hash, for a file's name. */
export async function shortHash(text: string): Promise<string> {
  return (await sha256Of(text)).slice(0, SHORT);
}

/** A file whose name contains its hash. */
export function fileAnswer(text: string, type: string): Response {
  return new Response(text, {
    headers: {
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': `${type}; charset=utf-8`,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** Prepares the files. @param script text of the pages' script, if it is built */
export async function serveFiles(
  script: string | undefined,
  { extraTestCards, publicPath }: Pick<SandboxSettings, 'extraTestCards' | 'publicPath'>,
): Promise<ServedFiles> {
  const style = `${FOLDER}pages.${await shortHash(PAGE_CSS)}.css`;
  const bundle = script === undefined ? null : `${FOLDER}pages.${await shortHash(script)}.js`;
  const link = (path: string): string => publicPath + path;
  return {
    files: { style: link(style), script: bundle === null ? null : link(bundle), testCards: link(TEST_CARDS_PAGE) },
    find(path) {
      if (path === style) return fileAnswer(PAGE_CSS, 'text/css');
      if (path === bundle) return fileAnswer(script ?? '', 'text/javascript');
      return path === TEST_CARDS_PAGE ? testCardsPage(link(style), extraTestCards) : undefined;
    },
  };
}
