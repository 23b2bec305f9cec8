/** The REST reference, as the sandbox answers it at `/openapi/v3`: there is one. */
import { createSandbox } from 'florin-server/sandbox';
import { openSqliteStore } from 'florin-server/sandbox/node';

/** Where the calls to copy expect a sandbox: docs/guides/sandbox.md. */
const SANDBOX = 'http://127.0.0.1:4010';
const INTRODUCTION = `Press Send: the [sandbox in this browser tab](../../guides/browser-tab.md) answers, and nothing leaves this computer. A value
that a later call needs, such as an AuthKey, is written into its field. The commands to copy call a [sandbox](../../guides/sandbox.md) on your machine.`;

/** An HTML block of Markdown ends at an empty line. */
const asBlock = (html: string): string => html.replace(/\n\s*\n/g, '\n');

interface RestPage {
  /** The page, as Markdown with HTML for a browser. */
  readonly content: string;
  /** The page for programs: the OpenAPI document beside it has the operations. */
  readonly text: string;
  readonly openApi: string;
}

/** The page of each version. */
export async function readRestPages(): Promise<ReadonlyMap<string, RestPage>> {
  const sandbox = createSandbox({ store: await openSqliteStore({ database: ':memory:' }) });
  const read = async (path: string): Promise<string> =>
    (await sandbox.fetch(new Request(`${SANDBOX}/openapi/${path}`))).text();
  const style = await read('reference.css');
  const pages = new Map<string, RestPage>();
  for (const version of ['v3', 'v2']) {
    const [, attributes = '', title = '', reference = ''] =
      /<main([^>]*)>\s*<h1>(.*?)<\/h1>([^]*)<\/main>/.exec(await read(version)) ?? [];
    if (reference === '') throw new Error(`The sandbox's reference of ${version} has no <main> with a heading`);
    const root = `<div v-pre ${attributes.replace(/\sid="\w+"/, '')}>${reference}</div>`;
    const heading = `# ${title.replace(/ \(.*/, '')}`;
    pages.set(version, {
      content: [
        heading,
        INTRODUCTION,
        asBlock(`<RestReference>\n${root}\n</RestReference>`),
        `<style>${style}</style>`,
      ].join('\n\n'),
      text: `${heading}\n\nEvery operation, object and code, as an OpenAPI document: \`${version}.json\` beside this page.\n`,
      openApi: await read(`${version}.json`),
    });
  }
  await sandbox.close();
  return pages;
}
